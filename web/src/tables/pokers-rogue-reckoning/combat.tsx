import { Die } from '../../art/old-die.tsx';
import { type Around, CardList, Picture, wordsFor } from './cards.tsx';
import { HitPoints } from './player.tsx';
import { type Combat, EFFECTS, handWords, RESULTS, SAID } from './words.ts';

/** Both sides of a combat, what they rolled, and who hits. */
export function CombatArea({ combat, around }: { combat: Combat; around: Around }) {
  const { view } = around;
  const { mode, enemy, enemyHp, enemyMaxHp, enemyAtk, finalBoss, enemyBonus, playerBonus, effects, round } = combat;
  const name = wordsFor(enemy, around).name;
  return (
    <section class="prr-combat" aria-label={SAID.combat}>
      <div class="prr-side">
        <h2>{SAID.you}</h2>
        <Roll dice={combat.playerDice} atk={view.atk} bonus={playerBonus} hand={combat.playerHand} />
        <CardList title={SAID.buffs} cards={combat.buffs} around={around} />
      </div>
      <div class="prr-verdict">
        <small>
          {SAID.roll(round)} · {SAID.mode[mode]}
        </small>
        <b>{combat.result !== null && RESULTS[combat.result]}</b>
        {effects.length > 0 && (
          <ul aria-label={SAID.effects}>
            {effects.map((effect) => (
              <li key={effect}>{EFFECTS[effect]}</li>
            ))}
          </ul>
        )}
      </div>
      <div class="prr-side prr-enemy">
        <h2>
          {name}
          {finalBoss && `, ${SAID.boss}`}
        </h2>
        <div class="prr-foe">
          <Picture card={enemy} name={name} />
          <HitPoints hp={enemyHp} most={enemyMaxHp} />
        </div>
        <Roll dice={combat.enemyDice} atk={enemyAtk} bonus={enemyBonus} hand={combat.enemyHand} />
        <CardList title={SAID.enemyCurses} cards={combat.curses} around={around} />
      </div>
    </section>
  );
}

interface RollProps {
  dice: readonly number[];
  atk: number;
  bonus: number;
  hand: Combat['playerHand'];
}

/** The dice of one side with its ATK, which counts as one more, and the hand that they make. */
function Roll({ dice, atk, bonus, hand }: RollProps) {
  return (
    <div class="prr-roll">
      <span class="line">
        {dice.map((value, i) => (
          <Die key={i} kind="d6" value={value} />
        ))}
        <span class="prr-atk">
          <Die kind="d6" value={atk} name={SAID.atk(atk)} />
        </span>
        <span>
          {SAID.atk(atk)} {bonus > 0 && SAID.bonus(bonus)}
        </span>
      </span>
      {hand !== null && <b>{handWords(hand)}</b>}
    </div>
  );
}
