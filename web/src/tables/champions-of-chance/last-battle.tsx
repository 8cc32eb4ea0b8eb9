import type { ChampionsProps } from './champions-props.ts';
import { NumberCard } from './number-card.tsx';
import { WORDS } from './words.ts';

/** What both dice showed in the latest roll, how it came out, and what was discarded since. */
export function LastBattle({ view: { lastBattle, discarded, topCardUsed }, seatName }: ChampionsProps) {
  if (lastBattle === null) return null;
  const { rolls, winner, tie } = lastBattle;
  const withIcons = topCardUsed !== null;
  return (
    <section class="champ-last">
      <h3>
        {WORDS.last.title} {winner === null && <small>{tie ? WORDS.last.tie : WORDS.last.off}</small>}
      </h3>
      <ul class="champ-cards">
        {rolls.map(({ seat, card }) => (
          <li key={seat} class={seat === winner ? 'champ-winner' : ''}>
            <small>{WORDS.last.shows(seatName(seat))}</small>
            <NumberCard card={card} withIcons={withIcons} />
            <b>{seat === winner ? WORDS.last.won : ''}</b>
          </li>
        ))}
        {discarded.length > 0 && (
          <li class="champ-gone">
            <small>{WORDS.last.discarded}</small>
            <ul class="champ-cards">
              {discarded.map(({ seat, card }) => (
                <li key={card.id}>
                  <NumberCard card={card} withIcons={withIcons} />
                  <small>{WORDS.last.by(seatName(seat))}</small>
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
    </section>
  );
}
