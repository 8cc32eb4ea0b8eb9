import { KnownTop } from './piles.tsx';
import type { RogueProps } from './rogue-props.ts';
import { Thing } from './thing.tsx';
import { SAID } from './words.ts';

/** The most cards that fit with each set of CSS classes. A heading counts as half a card. */
const CROWDS: readonly (readonly [most: number, crowd: string])[] = [
  [4.5, 'pack'],
  [7, 'pack some'],
  [12, 'pack many'],
];

export function Pack(props: RogueProps) {
  const { potions, luckyCurses, curses, combat, scouted, phase, knownTop } = props.view;
  const applied = [...(combat?.buffs ?? []), ...luckyCurses];
  const others = [applied, curses, phase === 'scout' ? scouted : []].filter(({ length }) => length > 0);
  const load =
    potions.length + others.flat().length + others.length / 2 + (knownTop.length > 0 && phase !== 'scout' ? 1 : 0);
  const crowd = CROWDS.find(([most]) => load <= most)?.[1] ?? 'pack heap';
  return (
    <div class={crowd}>
      {phase === 'scout' && <Cards {...props} title={SAID.scouted} cards={scouted} />}
      <Cards {...props} title={SAID.pack} cards={potions} empty={SAID.packEmpty} />
      <Cards {...props} title={combat === null ? SAID.lucky : SAID.fight} cards={applied} pool />
      <Cards {...props} title={SAID.waiting} cards={curses} pool />
      {phase !== 'scout' && <KnownTop {...props} />}
    </div>
  );
}

interface CardsProps extends RogueProps {
  title: string;
  cards: readonly string[];
  empty?: string;
  /** true: these cards are not in the hand */
  pool?: boolean;
}

function Cards({ title, cards, empty, pool = false, ...props }: CardsProps) {
  if (cards.length === 0 && empty === undefined) return null;
  return (
    <article class={pool ? 'held pool' : 'held'} aria-label={title}>
      <h2>{title}</h2>
      {cards.length === 0 && <p class="none">{empty}</p>}
      <ul>
        {cards.map((card) => (
          <Thing key={card} {...props} card={card} told />
        ))}
      </ul>
    </article>
  );
}
