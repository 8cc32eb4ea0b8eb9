// Measures what an action costs without HTTP and storage, in CPU µs. Each part runs alone over the same positions.

import { play } from '../../dist/rules/kernel/play.js';
import { acted } from '../../dist/src/games/model/fold.js';
import { chanceOf, nextRow } from '../../dist/src/games/model/game.js';
import { newMasterKey } from '../../dist/src/store/sealing/keys.js';
import { MasterKey, Sealer, Seals } from '../../dist/src/store/sealing/secrets.js';
import { median } from './figures.mjs';
import { randomFrom } from './game.mjs';
import { answerTo, changeBy, choiceIn, newPracticeGame } from './practice-game.mjs';

const GAMES = 20;
const ACTIONS = 60;
const ROUNDS = 31;

export function gameWork() {
  const steps = stepsPlayed();
  const seals = new Seals(new Sealer([new MasterKey(newMasterKey())]));
  const now = new Date();
  return inTurn(steps, {
    all: ({ game, action }) => answerTo(changeBy(game, action)),
    'engine step': ({ ruleset, game, seat, action, version }) =>
      play(ruleset, game.state, seat, action, chanceOf(game.header, game.seats, version)),
    history: ({ game, seat, action, played }) =>
      acted(game, nextRow(game, now, 'action', { seat, action, draws: played.draws }), played),
    view: ({ ruleset, change, next }) => ruleset.view(change.game.state, next),
    'legal actions': ({ ruleset, change, next }) => ruleset.legalActions(change.game.state, next),
    sealing: ({ change }) => seals.seal('game_event', change.rows[0]),
  });
}

function stepsPlayed() {
  const steps = [];
  for (let n = 0; n < GAMES; n++) {
    const random = randomFrom(n);
    let { game } = newPracticeGame(n);
    for (let i = 0; i < ACTIONS && game.status === 'playing'; i++) {
      const action = choiceIn(game, random);
      const change = changeBy(game, action);
      steps.push(stepOf(game, action, change));
      game = change.game;
    }
  }
  return steps;
}

function stepOf(game, action, change) {
  const { ruleset } = game.header;
  const version = game.version + 1;
  const { seat } = change.rows[0];
  const played = play(ruleset, game.state, seat, action, chanceOf(game.header, game.seats, version));
  const next = change.game.decisions[0]?.seat ?? 0;
  return { ruleset, game, seat, action, version, change, played, next };
}

function inTurn(steps, parts) {
  const found = Object.fromEntries(Object.keys(parts).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, work] of Object.entries(parts)) found[name].push(microsOf(steps, work));
  }
  return Object.fromEntries(Object.entries(found).map(([name, micros]) => [name, median(micros)]));
}

function microsOf(steps, work) {
  const before = process.cpuUsage();
  for (const step of steps) work(step);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / steps.length;
}
