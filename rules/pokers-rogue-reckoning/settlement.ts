import { tell } from '../kernel/tabletop/step.ts';
import { resume } from './combat.ts';
import { enemyBonus, playerBonus } from './effects.ts';
import { endRun, PLAYER, type Table } from './events.ts';
import { rerollWhiteDice } from './judge.ts';
import { hasReply } from './legality.ts';
import { hurtEnemy, hurtPlayer } from './player.ts';
import { combatOf, FULL_DIE } from './state.ts';

/** Waits for the player if the player can respond to the roll. Otherwise the roll stands (rule R11). */
export function awaitReply(table: Table): void {
  const { state } = table;
  state.phase = 'rolled';
  if (!hasReply(state)) table.automaticMove = 'settleRoll';
}

// Follows rules R13, R14 of rules.md.
export function settleRoll(table: Table): void {
  const { state } = table;
  const combat = combatOf(state);
  state.phase = 'ready';
  switch (combat.result) {
    case 'playerHits': {
      const damage = state.atk + playerBonus(state) + combat.roar;
      combat.roar = 0;
      hurtEnemy(table, damage);
      break;
    }
    case 'enemyHits':
      hurtPlayer(table, combat.enemyAtk + enemyBonus(state));
      break;
    case 'tie':
      if (state.options.combat === 'max' && state.options.counterAttack) state.phase = 'tie';
      break;
    case 'draw':
      break;
    case null:
      throw new Error('there is no roll to settle');
    default:
      combat.result satisfies never;
  }
}

// Follows rule R13 of rules.md.
export function counterAttack(table: Table): void {
  rerollWhiteDice(table, true);
  table.automaticMove = 'awaitReply';
}

export function rollAgain(table: Table): void {
  table.state.phase = 'ready';
  table.automaticMove = 'castDice';
}

/** Decides whether the game ends when the player has 0 hit points (rules R15, R18). */
export function meetFate(table: Table): void {
  const { state } = table;
  if (state.pill === 'ready') {
    state.pill = 'used';
    state.hp = state.maxHp;
    state.atk = state.bestAtk;
    tell(table, 'playerRevived', PLAYER, { atk: state.atk, hp: state.hp });
    resume(table);
  } else if (state.atk > 1) {
    state.phase = 'trade';
  } else {
    endRun(table, 'fallen');
  }
}

// Follows rule R15 of rules.md.
export function tradeAtk(table: Table): void {
  const { state } = table;
  state.atk--;
  state.hp = state.options.trade === 'allDice' ? state.maxHp : FULL_DIE;
  tell(table, 'atkTraded', PLAYER, { atk: state.atk, hp: state.hp });
  resume(table);
}
