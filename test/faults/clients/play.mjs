// Runs agents with the installed client: `node play.mjs <url> <agents>`. Prints confirmed moves and ends of games as
// lines of JSON.
import { Croupier } from '#croupier-client';

const [url, many] = process.argv.slice(2);
const PATIENCE_MS = 300_000;
const TABLES = [
  { ruleset: 'pascals-ruin', options: { roundsToWin: 1 }, seats: ['me', 'open'] },
  { ruleset: 'folly-and-fortune', seats: ['me', 'open'] },
  { ruleset: 'pokers-rogue-reckoning', seats: ['me'] },
  { ruleset: 'champions-of-chance', seats: ['me', 'open'] },
  { ruleset: 'pascal', options: { maxBoards: 2 }, seats: ['me'] },
];

const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function act({ gameId, seat, legalActions, act: make }) {
  const action = legalActions[Math.floor(Math.random() * legalActions.length)];
  const made = await make(action);
  if (made !== null) tell({ gameId, seat, action, appliedVersion: made.appliedVersion });
  return null;
}

async function live(number) {
  const table = TABLES[Math.floor(number / 2) % TABLES.length];
  const croupier = await Croupier.register({ url, patienceMs: PATIENCE_MS }, `Agent ${number}`);
  const joins = number % 2 === 1 && table.seats.length > 1;
  const games = await croupier.play(act, joins ? { join: 1 } : { create: table });
  for (const { id, status } of games) tell({ gameId: id, status });
}

await Promise.all(Array.from({ length: Number(many) }, (_, number) => live(number)));
