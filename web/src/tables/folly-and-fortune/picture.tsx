import { Paper } from '../../art/card.tsx';
import { SUIT_PATHS } from '../../art/faces.ts';
import type { Card, Power } from './folly-props.ts';
import { isTurned, powerWords, shortly, signOf } from './power-words.ts';
import { signedDown, WORDS } from './words.ts';

/** How much a card shows: all words; a sign and a word; or numbers and a sign. */
export type Fit = 'full' | 'small' | 'tiny';

interface PictureProps {
  card: Card;
  health?: number | undefined;
  fit: Fit;
  arrows: boolean;
}

const DIE = '#2a211c';
const BARE = '#6d6152';
/** The colors of each trigger: `color` on paper, `light` on a dark ground. */
const TRIGGERS: Readonly<Record<Power['trigger'], { color: string; light: string }>> = {
  stopped: { color: '#4b2f8c', light: '#f4bd45' },
  passed: { color: '#0f6b6a', light: '#8fe3da' },
  unseen: { color: '#8a4a0b', light: '#ffb98a' },
};
/** A jester's cap, for cards without a power. */
const CAP = 'M-10 5Q-15-7-8-9Q-6-2-3-2Q-2-9 0-11Q2-9 3-2Q6-2 8-9Q15-7 10 5ZM-10 10H10';

export function FollyPicture({ card, health = card.health, fit, arrows }: PictureProps) {
  const isTiny = fit === 'tiny';
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      <Paper />
      {isTiny ? <TinyTop card={card} /> : <Powers card={card} isFull={fit === 'full'} />}
      {isTiny ? <Heart x={50} y={105} k={3.3} health={health} /> : <Top card={card} health={health} fit={fit} />}
      {arrows && card.arrow !== null && (
        <path class="arrow" d={card.arrow === 'left' ? 'M4 74L14 66V82Z' : 'M96 74L86 66V82Z'} />
      )}
    </svg>
  );
}

interface TopProps {
  card: Card;
  health: number;
  fit: Fit;
}

function Top({ card, health, fit }: TopProps) {
  const [at, size, font] = fit === 'full' ? [7, 36, 29] : [6, 44, 35];
  return (
    <>
      <rect x={at} y={at} width={size} height={size} rx={size / 4} fill={DIE} />
      <text x={at + size / 2} y={at + size / 2 + 1} font-size={card.number < 0 ? font * 0.8 : font}>
        {signedDown(card.number)}
      </text>
      <Heart
        x={fit === 'full' ? 77 : 73}
        y={fit === 'full' ? 27 : 30}
        k={fit === 'full' ? 1.85 : 2.15}
        health={health}
        printed={card.health}
        printedSize={fit === 'full' ? 15 : 24}
      />
    </>
  );
}

function TinyTop({ card: { number, powers } }: { card: Card }) {
  return (
    <>
      <rect x="7" y="7" width="86" height="62" rx="12" fill={DIE} />
      <text
        class={powers.length > 0 ? 'beside' : ''}
        x={powers.length > 0 ? 36 : 50}
        y="39"
        font-size={number < 0 ? 44 : 54}
      >
        {signedDown(number)}
      </text>
      {powers.map((power, i) => (
        <Sign
          key={power.kind}
          power={power}
          x={74}
          y={powers.length > 1 ? 23 + i * 31 : 38}
          k={powers.length > 1 ? 0.9 : 1.25}
          color={TRIGGERS[power.trigger].light}
        />
      ))}
    </>
  );
}

interface HeartProps {
  x: number;
  y: number;
  k: number;
  health: number;
  /** left out on the smallest cards */
  printed?: number;
  printedSize?: number;
}

/** If a shield changes the health, the printed value is struck through. */
function Heart({ x, y, k, health, printed = health, printedSize }: HeartProps) {
  return (
    <>
      <path class="heart" transform={`translate(${x} ${y}) scale(${k})`} d={SUIT_PATHS.H} fill="#b81f2d" />
      <text x={x} y={y - k} font-size={k * 13}>
        {health}
      </text>
      {health !== printed && (
        <text x={x + 11 * k - 5} y={y + 9 * k} font-size={printedSize} class="printed">
          {printed}
        </text>
      )}
    </>
  );
}

interface SignProps {
  power: Power;
  x: number;
  y: number;
  k: number;
  color: string;
}

function Sign({ power, x, y, k, color }: SignProps) {
  const transform = `translate(${x} ${y}) scale(${isTurned(power) ? -k : k} ${k})`;
  return <path class="sign-line" transform={transform} d={signOf(power)} stroke={color} />;
}

function Powers({ card: { powers }, isFull }: { card: Card; isFull: boolean }) {
  if (powers.length === 0)
    return <path class="sign-line" transform="translate(50 90) scale(1.6)" d={CAP} stroke={BARE} />;
  const each = powers.length > 1 ? (isFull ? 37 : 25) : isFull ? 52 : 32;
  const top = 140 - each * powers.length;
  const middle = (top + (isFull ? 45 : 52)) / 2;
  const k = Math.min(1.55, (top - (isFull ? 45 : 52)) / 28);
  return (
    <>
      {powers.map((power, i) => (
        <g key={power.kind}>
          <Sign
            power={power}
            x={powers.length > 1 ? 30 + i * 40 : 50}
            y={middle}
            k={k}
            color={TRIGGERS[power.trigger].color}
          />
          <Band power={power} y={top + each * i} height={each} isFull={isFull} isLast={i === powers.length - 1} />
        </g>
      ))}
    </>
  );
}

interface BandProps {
  power: Power;
  y: number;
  height: number;
  isFull: boolean;
  isLast: boolean;
}

function Band({ power, y, height, isFull, isLast }: BandProps) {
  const { trigger } = power;
  const foot = isLast ? 'V131.5A8.5 8.5 0 0 1 91.5 140H8.5A8.5 8.5 0 0 1 0 131.5Z' : `V${y + height + 0.5}H0Z`;
  const edge = trigger === 'passed' ? `M0 ${y}H42L50 ${y - 6}L58 ${y}H100` : `M0 ${y}H100`;
  return (
    <>
      <path d={edge + foot} fill={TRIGGERS[trigger].color} />
      {trigger === 'unseen' && <path d={`M0 ${y}H100`} stroke="#fff" stroke-width="3" stroke-dasharray="7 5" />}
      {isFull ? (
        <Lines power={power} y={y} height={height} />
      ) : (
        <text x="50" y={y + height / 2 + 1} class="words" font-size="24" {...fitted(shortly(power), 6)}>
          {shortly(power)}
        </text>
      )}
    </>
  );
}

function fitted(line: string, most: number) {
  return line.length > most ? { textLength: 90, lengthAdjust: 'spacingAndGlyphs' } : {};
}

const LETTERS = 15;

/** Writes the power in words, after the name of its trigger. The usual trigger, stopping, is not named. */
function Lines({ power, y, height }: { power: Power; y: number; height: number }) {
  const isNumber = power.kind === 'add' || power.kind === 'subtract';
  const lines = isNumber ? [shortly(power)] : wrapped(powerWords(power));
  const isLow = height < 40;
  if (power.trigger !== 'stopped') lines.unshift(`${WORDS.triggers[power.trigger]}:`);
  const most = isLow ? 2 : 4;
  const shown = lines.length > most ? wrapped(lines.join(' '), Math.ceil(lines.join(' ').length / most) + 3) : lines;
  const size = isNumber && lines.length === 1 ? (isLow ? 20 : 26) : shown.length > 2 ? 12.2 : 13.5;
  const step = Math.min(size * 1.15, (height - 4) / shown.length);
  return (
    <>
      {shown.map((line, i) => (
        <text
          key={line}
          x="50"
          y={y + height / 2 + 0.5 + (i - (shown.length - 1) / 2) * step}
          class="words"
          font-size={size}
          {...fitted(line, Math.floor(180 / size))}
        >
          {line}
        </text>
      ))}
    </>
  );
}

/** Breaks words into as few lines as possible, of similar length. */
function wrapped(words: string, most = LETTERS): string[] {
  const few = filled(words, most).length;
  let letters = Math.ceil(words.length / few);
  while (filled(words, letters).length > few) letters++;
  return filled(words, letters);
}

function filled(words: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
