import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type Card, ENEMIES } from './cards.ts';
import { enemyEvades } from './effects.ts';
import { discard, layAside, shuffleIn } from './pile.ts';
import { combatOf, EMPTY_ROOM, tierOf } from './state.ts';
import { endRun, PLAYER, type Table } from './table.ts';

/** The enemy loses hit points: it may be defeated by that, or flee. R21 */
export function hurtEnemy(table: Table, damage: number): void {
  const { state } = table;
  const combat = combatOf(state);
  combat.enemyHp = Math.max(0, combat.enemyHp - damage);
  tell(table, 'enemyHurt', PLAYER, { damage, enemyHp: combat.enemyHp });
  if (combat.enemyHp === 0) {
    defeat(table);
  } else if (combat.enemyHp === 1 && enemyEvades(state)) {
    tell(table, 'enemyFled', PLAYER, { enemy: combat.enemy });
    backIntoDeck(table);
  }
}

/** R16, R19 */
function defeat(table: Table): void {
  const { state } = table;
  const { enemy } = combatOf(state);
  state.defeated++;
  tell(table, 'enemyDefeated', PLAYER, { enemy, defeated: state.defeated, tier: tierOf(state.defeated) });
  const spent = closeCombat(table);
  layAside(table, [enemy]);
  discard(table, spent);
  if (state.defeated === ENEMIES) endRun(table, 'victory');
}

export function fleeFromEnemy(table: Table): void {
  const { enemy } = combatOf(table.state);
  tell(table, 'playerFled', PLAYER, { enemy });
  backIntoDeck(table);
}

/** R16 */
function backIntoDeck(table: Table): void {
  const { enemy } = combatOf(table.state);
  discard(table, closeCombat(table));
  shuffleIn(table, [enemy]);
}

/** Clears the table after a combat and tells which cards were in play. R16 */
function closeCombat(table: Table): Card[] {
  const { state } = table;
  const { room, buffs, curses } = combatOf(state);
  const spent = [...buffs, ...curses, ...state.luckyCurses];
  state.rooms = replaced(state.rooms, room, EMPTY_ROOM);
  state.luckyCurses = [];
  state.combat = null;
  state.phase = 'explore';
  table.houseMove = 'lookAround';
  return spent;
}
