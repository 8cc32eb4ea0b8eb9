import { Die } from '../../art/old-die.tsx';
import { SAID, type View } from './words.ts';

const FULL_DIE = 6;
/** More hit points than on so many dice are told by their number alone. */
const MOST_DICE = 8;

/** Hit points as they are kept on the table: dice that are turned down from 6. */
export function HitPoints({ hp, most }: { hp: number; most: number }) {
  const dice = Math.ceil(most / FULL_DIE);
  return (
    <span class="prr-hp" role="img" aria-label={SAID.hp(hp, most)}>
      {dice <= MOST_DICE &&
        Array.from({ length: dice }, (_, i) => {
          const shown = Math.max(0, Math.min(FULL_DIE, hp - i * FULL_DIE));
          return <Die key={i} kind="d6" value={shown} spent={shown === 0} />;
        })}
      <b>{SAID.hp(hp, most)}</b>
    </span>
  );
}

/** What the player has, and how far the run is. */
export function Player({ view }: { view: View }) {
  const { hp, maxHp, atk, bestAtk, money, tier, defeated, level, deckCount, bribePrice, pill, combat, print } = view;
  const pillWords = SAID.pill(pill);
  return (
    <div class="prr-player">
      <HitPoints hp={hp} most={maxHp} />
      <span class="prr-stat prr-atk">
        <Die kind="d6" value={atk} name={SAID.atk(atk)} />
        <b>{SAID.atk(atk)}</b>
        {combat !== null && combat.playerBonus > 0 && <b>{SAID.bonus(combat.playerBonus)}</b>}
        {bestAtk > atk && <small>{SAID.bestAtk(bestAtk)}</small>}
      </span>
      <span class="prr-stat">
        <b>
          <span class="prr-coin" aria-hidden="true" /> {SAID.money(money)}
        </b>
        {bribePrice !== null && <small>{SAID.bribe(bribePrice)}</small>}
      </span>
      {pillWords !== null && <b class="prr-stat">{pillWords}</b>}
      <span class="prr-stat">
        <Enemies defeated={defeated} />
        <b>{SAID.enemies(defeated)}</b>
        <small>
          {SAID.tier(tier)} · {SAID.level(level)} · {SAID.deck(deckCount)}
          {print !== undefined && ` · ${SAID.drawn(print.enemiesDrawn)}`}
        </small>
      </span>
    </div>
  );
}

const TIERS = [0, 1, 2, 3];
const ENEMIES_OF_A_TIER = [0, 1, 2];

/** Twelve pips, three a tier: a crossed one is defeated. */
function Enemies({ defeated }: { defeated: number }) {
  return (
    <span class="prr-enemies" aria-hidden="true">
      {TIERS.map((tier) => (
        <span key={tier}>
          {ENEMIES_OF_A_TIER.map((i) => (
            <i key={i} class={tier * ENEMIES_OF_A_TIER.length + i < defeated ? 'down' : ''} />
          ))}
        </span>
      ))}
    </span>
  );
}
