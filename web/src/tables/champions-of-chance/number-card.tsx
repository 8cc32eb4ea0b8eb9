import { Paper } from '../../art/card.tsx';
import type { Action } from '../../core/api.ts';
import type { Choice } from '../../core/table-props.ts';
import { Card } from '../../parts/card.tsx';
import { Offer } from '../../parts/offer.tsx';
import type { NumberedCard, Power } from './champions-props.ts';
import { WORDS } from './words.ts';

/** Color and pattern of each number, so that numbers differ not only by color. */
const GROUNDS: Readonly<Record<number, readonly [color: string, lines: string]>> = {
  1: ['#7a2b80', 'M0 7H14'],
  2: ['#a2440b', 'M0 14L14 0'],
  3: ['#5c6410', 'M7 0V14M0 7H14'],
  4: ['#0f6b6a', 'M0 0L14 14M14 0L0 14'],
  5: ['#1b56a8', 'M0 7Q3.5 2 7 7T14 7'],
  6: ['#a31f3d', 'M7 2L12 7L7 12L2 7Z'],
};

const SIGNS: Readonly<Record<Power, string>> = {
  invert: 'M-6-9V6M-10 2L-6 7L-2 2M6 9V-6M2-2L6-7L10-2',
  beggar: 'M-9-1H9Q8 9 0 9T-9-1ZM0-10V-6M-5-8L-4-5M5-8L4-5',
  tiebreak: 'M-8-3H8M-8 4H8M3-9L-3 10',
  numberless: 'M-9 0A9 9 0 1 1 9 0A9 9 0 1 1-9 0M-6.4-6.4L6.4 6.4',
  steal: 'M-10-4Q0-9 10-4Q11 4 5 4Q2 4 0 1Q-2 4-5 4Q-11 4-10-4ZM-5-1.5h1M4-1.5h1',
};

const FIELD = 'M6 13Q6 6 13 6H87Q94 6 94 13V110H6Z';
const LETTER = 8.2;
const WIDEST_WORD = 56;

/** Defines the background patterns of the cards' numbers, once for each table. */
export function Grounds() {
  return (
    <svg class="sr" width="0" height="0" aria-hidden="true">
      <defs>
        {Object.entries(GROUNDS).map(([number, [, lines]]) => (
          <pattern key={number} id={`ground-${number}`} width="14" height="14" patternUnits="userSpaceOnUse">
            <path d={lines} fill="none" stroke="#fff" stroke-opacity=".17" stroke-width="1.6" />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** Draws the front of a card. `big` is for small cards: it draws the power as a large sign without its name. */
function NumberPicture({ card: { number, icons, power }, big }: { card: NumberedCard; big: boolean }) {
  const [color = '', isPlain] = [GROUNDS[number]?.[0], power === null];
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      <Paper />
      <path d={FIELD} fill={color} />
      <path d={FIELD} fill={`url(#ground-${number})`} />
      <path d="M6 6H94V50Q50 66 6 50Z" fill="#fff" opacity=".1" />
      <text class="number" x="50" y={isPlain ? 60 : 73} font-size={isPlain ? 82 : 66}>
        {number}
      </text>
      {power !== null && <Band power={power} big={big} />}
      {Array.from({ length: icons }, (_, i) => 50 + (i - (icons - 1) / 2) * 19).map((x) => (
        <g key={x} transform={`translate(${x} 124)`}>
          <rect x="-7" y="-7" width="14" height="14" rx="3.4" fill="#2a211c" />
          <path class="pips" d="M-3-3h0M3-3h0M0 0h0M-3 3h0M3 3h0" />
        </g>
      ))}
    </svg>
  );
}

function Band({ power, big }: { power: Power; big: boolean }) {
  const { title } = WORDS.powers[power];
  return (
    <>
      <path d="M6 13Q6 6 13 6H87Q94 6 94 13V38H6Z" fill="#fffdf7" />
      <path d="M6 36H94V39H6Z" fill="#e5ac2e" />
      <path class="sign-of" transform={`translate(${big ? 50 : 21} 22) scale(${big ? 1.25 : 0.95})`} d={SIGNS[power]} />
      {!big && (
        <text
          class="power"
          x="35"
          y="27.5"
          textLength={Math.min(WIDEST_WORD, title.length * LETTER)}
          lengthAdjust="spacingAndGlyphs"
        >
          {title}
        </text>
      )}
    </>
  );
}

interface FaceProps {
  choice: Choice;
  card: NumberedCard;
  /** true: the accessible name of the card includes its icons, because they matter in this game */
  withIcons: boolean;
  action?: Action;
  atOnce?: boolean;
  big?: boolean;
  class?: string;
  thing?: string;
  from?: string;
}

export function Face(props: FaceProps) {
  const {
    choice,
    card,
    withIcons,
    action,
    atOnce = false,
    big = false,
    class: more = '',
    thing = card.id,
    from,
  } = props;
  const name = WORDS.card(card, withIcons);
  const picture = <NumberPicture card={card} big={big} />;
  const places = { thing, ...(from !== undefined && { from }) };
  if (action === undefined) {
    return (
      <Card name={name} class={more} {...places}>
        {picture}
      </Card>
    );
  }
  return (
    <Offer choice={choice} action={action} atOnce={atOnce} name={name} class={`card ${more}`} {...places}>
      {picture}
    </Offer>
  );
}
