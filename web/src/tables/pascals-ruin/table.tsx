import { cardIn } from '../../art/faces.ts';
import type { Schemas } from '../../core/api.ts';
import { isOver } from '../../core/is-over.ts';
import { WORDS as COMMON } from '../../core/words.ts';
import { useKeptFocus } from '../../parts/kept-focus.ts';
import { Chain } from './chain.tsx';
import { Decision } from './decision.tsx';
import './pascals-ruin.css';
import { Piles } from './piles.tsx';
import type { RuinProps, View } from './ruin-props.ts';
import { SeatPanel } from './seat-panel.tsx';
import { WORDS } from './words.ts';

/** The table of Pascal's Ruin: the others above, the chain in the middle, one's own dice below. */
export default function Table(props: RuinProps) {
  const { game, view } = props;
  const { root, place } = useKeptFocus();
  const { options } = game as Schemas['PascalsRuinGame'];
  const others = game.seats.map(({ seat }) => seat).filter((seat) => seat !== game.viewer);
  return (
    <div class="ruin" ref={root}>
      <div class="ruin-top">
        <div>
          <h2 ref={place} tabIndex={-1}>
            {question(props)}
          </h2>
          <p class="dim">
            {roundOf(view, options)}
            {options.spicy && <span class="ruin-chip">{WORDS.round.spicy}</span>}
          </p>
        </div>
        <Piles view={view} />
      </div>
      <div class="ruin-others">
        {others.map((seat) => (
          <SeatPanel key={seat} {...props} seat={seat} options={options} />
        ))}
      </div>
      <Chain {...props} />
      <Decision {...props} />
      {typeof game.viewer === 'number' && <SeatPanel {...props} seat={game.viewer} options={options} />}
    </div>
  );
}

function roundOf({ round }: View, { mode, roundsToWin, maxRounds }: Schemas['PascalsRuinOptions']): string {
  if (mode === 'match') return WORDS.round.match(round, roundsToWin);
  return maxRounds === null ? WORDS.round.endless(round) : WORDS.round.eternal(round, maxRounds);
}

/** What is asked now: of the viewer, or of others by name. */
function question({ game, view, choice, seatName }: RuinProps): string {
  const { phase, pending, active, chain } = view;
  if (phase === 'over' || isOver(game)) return COMMON.table.over;
  const card = cardIn(chain.at(-1)?.card ?? '')?.name ?? '';
  if (choice.all.length > 0) return phase === 'roll' ? WORDS.asks.roll(card) : WORDS.asks[phase];
  const asked = (pending?.waitingFor ?? []).map(seatName);
  switch (phase) {
    case 'roll':
      return WORDS.waits.roll(seatName(active), card);
    case 'decide':
      return WORDS.waits.decide(seatName(active));
    case 'reaction':
    case 'challenge':
    case 'vote':
      return WORDS.waits[phase](asked);
    default:
      return phase satisfies never;
  }
}
