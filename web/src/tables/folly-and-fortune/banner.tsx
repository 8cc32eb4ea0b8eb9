import type { Game } from '../../core/api.ts';
import { isOver } from '../../core/is-over.ts';
import type { Choice } from '../../core/table-props.ts';
import { WORDS } from '../../core/words.ts';
import { Piece } from '../../parts/piece.tsx';
import { question, SAID, type View, watched } from './words.ts';

interface BannerProps {
  game: Game;
  view: View;
  choice: Choice;
  /** the name of the active seat */
  active: string;
}

/** What is to be done now, and all that is done without touching a card. */
export function Banner({ game, view, choice, active }: BannerProps) {
  const { asking, lasting, setAsideCount } = view;
  const isAsked = choice.left.length > 0;
  const isGivenUp = isOver(game) && view.phase !== 'over';
  return (
    <div class="ff-banner">
      {asking !== null && !isGivenUp && <p class="ff-asks">{SAID.asks(asking.card.id, asking.power, asking.card)}</p>}
      <p>
        <b>{isAsked ? question(view) : isGivenUp ? WORDS.table.over : watched(view, active)}</b>
        {lasting !== 0 && ` ${SAID.lasting(lasting)}`}
        {setAsideCount > 0 && ` ${SAID.setAsideCount(setAsideCount)}`}
      </p>
      {isAsked && (
        <div class="ff-deeds">
          <Deed choice={choice} type="stop" word={SAID.stop(view.result)} />
          <Deed choice={choice} type="reroll" word={SAID.reroll} />
          <Deed choice={choice} type="endAttack" word={view.phase === 'victim' ? SAID.noAttack : SAID.endAttack} />
          <Deed choice={choice} type="skipPower" word={SAID.skipPower} />
        </div>
      )}
    </div>
  );
}

/** Something that is done as it is, with its label beneath. */
function Deed({ choice, type, word }: { choice: Choice; type: string; word: string }) {
  if (!choice.canPick('type', type) && !choice.isPicked('type', type)) return null;
  const label = choice.left.find(({ action }) => action.type === type)?.label;
  return (
    <Piece choice={choice} field="type" value={type}>
      <b>{word}</b>
      {label !== undefined && label !== word && <small>{label}</small>}
    </Piece>
  );
}
