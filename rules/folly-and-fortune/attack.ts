import type { Seat } from '../kernel/ruleset.ts';
import { tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf } from './cards.ts';
import type { Table } from './events.ts';
import { exposedHealth, mostOf, removableCards, unavoidableCard } from './removal.ts';
import { discardFromRow } from './row.ts';
import { exposedRow } from './shields.ts';
import { type AutomaticMove, attackOf } from './state.ts';

/** With the option `tough`, an attack with at least this result removes two cards instead of one (rule R9). */
const TOUGH_RESULT = 6;

// Follows rules R5, R9 of rules.md.
export function attackSeat(table: Table, victim: Seat, damage: number): void {
  const { state } = table;
  const { tough, finalCardVulnerable } = state.options;
  state.turn.attacked = [...state.turn.attacked, victim];
  state.attack = {
    victim,
    damage,
    exposed: exposedRow(state, victim, true),
    removed: [],
    total: 0,
    goal: null,
    limit: tough ? (damage >= TOUGH_RESULT ? 2 : 1) : null,
    mayEmptyRow: finalCardVulnerable,
    next: 'attack',
  };
  tell(table, 'attackStarted', state.active, { victim, damage });
  settleAttack(table);
}

/** Returns how much health the active player must remove from its own row in a self-attack (rule R6). */
export function selfAttackGoal(table: Table, damage: number): number {
  const { state } = table;
  return mostOf(exposedRow(state, state.active, true), damage, state.options.finalCardVulnerable);
}

// Follows rule R6 of rules.md.
export function attackSelf(table: Table, damage: number, next: AutomaticMove): void {
  const { state } = table;
  state.attack = {
    victim: state.active,
    damage,
    exposed: exposedRow(state, state.active, true),
    removed: [],
    total: 0,
    goal: state.options.printed === true ? null : selfAttackGoal(table, damage),
    limit: null,
    mayEmptyRow: state.options.finalCardVulnerable,
    next,
  };
  tell(table, 'attackStarted', state.active, { victim: state.active, damage });
  settleAttack(table);
}

export function removeInAttack(table: Table, card: CardId): void {
  remove(table, card);
  settleAttack(table);
}

function remove(table: Table, card: CardId): void {
  const { state } = table;
  const attack = attackOf(state);
  const health = exposedHealth(attack, card);
  state.attack = { ...attack, removed: [...attack.removed, card], total: attack.total + health };
  tell(table, 'cardRemoved', state.active, { victim: attack.victim, card: cardOf(card), health });
  discardFromRow(table, attack.victim, card);
}

/** Ends an attack in which the active player has no choice left (rules R15, R22, R23). */
function settleAttack(table: Table): void {
  const { state } = table;
  if (attackOf(state).goal !== null) removeUnavoidable(table);
  const attack = attackOf(state);
  const isOver = attack.goal === null ? removableCards(state, attack).length === 0 : attack.total === attack.goal;
  if (isOver) endAttack(table);
  else state.phase = 'remove';
}

// Follows rule R23 of rules.md.
function removeUnavoidable(table: Table): void {
  for (;;) {
    const attack = attackOf(table.state);
    const card = unavoidableCard(attack);
    if (card === undefined) return;
    remove(table, card);
  }
}

export function endAttack(table: Table): void {
  const { state } = table;
  const { victim, removed, total, next } = attackOf(state);
  tell(table, 'attackEnded', state.active, { victim, removed: removed.length, health: total });
  state.turn.removed = [...state.turn.removed, ...removed];
  state.attack = null;
  table.automaticMove = next;
}
