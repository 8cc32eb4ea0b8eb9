import { loadCatalogue } from '../../dist/rules/catalogue.js';
import { actionsIn } from '../../dist/rules/kernel/choices.js';
import { submitAction } from '../../dist/src/games/commands/actions.js';
import { newHeader, opening } from '../../dist/src/games/commands/create-game.js';
import { outcomeFor, tableView } from '../../dist/src/games/queries/table-view.js';
import { chosenBy, LONG_GAME } from './game.mjs';

const WANTS = { text: false, choices: true };
const PLAYER = { id: '0190a8a0-0000-7000-8000-000000000001', name: 'Load 12345678', kind: 'agent' };
const { ruleset, inputs } = (await loadCatalogue(false)).get(LONG_GAME.ruleset);

export function newPracticeGame(seed) {
  const holder = { kind: 'player', player: PLAYER, clientSeed: 'bench', ownSeed: false };
  const plan = {
    ...{ ruleset, options: inputs.options(LONG_GAME.options).value, seats: [holder, holder], creator: PLAYER },
    ...{ visibility: 'public', clock: null, standIn: 'random', seed: `bench ${seed}` },
    ...{ commitment: null, rematchOf: null, daily: null, rated: false, place: null, allowsChat: true },
  };
  return opening(newHeader(plan, new Date()), plan.seats);
}

export function choiceIn(game, random) {
  return chosenBy(random, actionsIn(shown(game).choices));
}

export function changeBy(game, action) {
  const { decide } = submitAction(PLAYER, game.header.id, { action, expectedVersion: game.version }, null);
  const decided = decide(game, new Date(), null);
  if (!decided.ok) throw new Error(decided.refusal.detail);
  return decided.value;
}

export function answerTo({ game, events, rows }) {
  const { onlooker, ...outcome } = outcomeFor(PLAYER.id, { game, applied: rows[0].version, events });
  const { id, rulesVersion } = game.header.ruleset;
  return {
    ruleset: id,
    rulesVersion,
    appliedVersion: outcome.appliedVersion,
    version: game.version,
    events: outcome.events,
    state: tableView(game, onlooker, WANTS),
  };
}

export function shown(game) {
  const { onlooker } = outcomeFor(PLAYER.id, { game, applied: game.version, events: [] });
  return tableView(game, onlooker, WANTS);
}
