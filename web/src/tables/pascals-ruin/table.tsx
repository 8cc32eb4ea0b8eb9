import { BackPicture, CardPicture } from '../../art/card.tsx';
import { cardIn } from '../../art/faces.ts';
import type { Schemas } from '../../core/api.ts';
import { useLanded } from '../../core/motion.ts';
import { momentOf, ringFrom } from '../../core/table-props.ts';
import { Card } from '../../parts/card.tsx';
import { Felt } from '../../parts/felt.tsx';
import { Chain } from './chain.tsx';
import './pascals-ruin.css';
import { question } from './question.ts';
import type { RuinProps } from './ruin-props.ts';
import { Own, Rival } from './seats.tsx';
import { WORDS } from './words.ts';

export default function Table(props: RuinProps) {
  const { game, view, bar } = props;
  const options = game.options as Schemas['PascalsRuinGame']['options'];
  const { viewer } = game;
  const { chainPoints } = useLanded(momentOf(game), view);
  return (
    <>
      <Felt cloth="ruin" moment={momentOf(game)}>
        <div class="rivals">
          {ringFrom(game).map((seat) => (
            <Rival key={seat} {...props} seat={seat} options={options} />
          ))}
        </div>
        <div class="mid">
          <Piles {...props} />
          <Chain {...props} />
          <p class="stake">
            <span>{WORDS.chain.title}</span>
            <b key={chainPoints} class="pop">
              {chainPoints}
            </b>
            <small>{roundOf(view, options)}</small>
          </p>
        </div>
        {typeof viewer === 'number' && <Own {...props} seat={viewer} options={options} />}
      </Felt>
      {bar(question(props))}
    </>
  );
}

function Piles({ view: { deckCount, discardTop } }: RuinProps) {
  return (
    <div class="piles">
      <figure class="pile deck" data-word="deck">
        {deckCount > 0 ? (
          <Card name={WORDS.deck(deckCount)} thing="deck">
            <BackPicture />
          </Card>
        ) : (
          <span class="slot" />
        )}
        <figcaption>{WORDS.left(deckCount)}</figcaption>
      </figure>
      <figure class="pile">
        {discardTop === null ? (
          <span class="slot" />
        ) : (
          <Card name={cardIn(discardTop)?.name ?? discardTop} thing={discardTop}>
            <CardPicture id={discardTop} big />
          </Card>
        )}
        <figcaption>{WORDS.discard}</figcaption>
      </figure>
    </div>
  );
}

function roundOf({ round }: RuinProps['view'], options: Schemas['PascalsRuinOptions']): string {
  const { mode, roundsToWin, maxRounds, spicy } = options;
  const words = spicy ? [WORDS.round.spicy] : [];
  if (mode === 'match') return [WORDS.round.match(roundsToWin), ...words].join(' · ');
  return [maxRounds === null ? WORDS.round.endless(round) : WORDS.round.eternal(round, maxRounds), ...words].join(
    ' · ',
  );
}
