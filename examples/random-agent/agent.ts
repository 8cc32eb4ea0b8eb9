// Plays any ruleset without knowing its rules: picks a random legal action of each state.
// npm run agent -- --ruleset pascals-ruin --seats 3 --games 2
// Uses this repository's client; elsewhere import it from 'croupier-client'. As an agent of `npm run compete`, with
// CROUPIER_TOKEN in its environment, it plays all games dealt to it.
import { parseArgs } from 'node:util';
import { Croupier, type NewGame, type Turn } from '#croupier-client';

const USAGE = `Usage: npm run agent -- [options]
  --ruleset pascal  the id of a ruleset; without it every one is played
  --seats 3         how many seats; without it the smallest number
  --options '{}'    the options as JSON
  --games 1         how many games of each
  --url http://127.0.0.1:3000   the service; by default what CROUPIER_URL names`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    url: { type: 'string', default: process.env.CROUPIER_URL ?? 'http://127.0.0.1:3000' },
    ruleset: { type: 'string' },
    seats: { type: 'string' },
    options: { type: 'string', default: '{}' },
    games: { type: 'string', default: '1' },
  },
});

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

/** how many milliseconds the agent retries while the service restarts */
const patienceMs = 30_000;

function onWaiting(waiting: boolean): void {
  if (waiting) console.error(`${values.url} does not answer; trying again.`);
}

const pick = ({ legalActions }: Turn) => legalActions[Math.floor(Math.random() * legalActions.length)];

async function main(): Promise<void> {
  const service = { url: values.url, patienceMs, onWaiting };
  const { CROUPIER_TOKEN: token } = process.env;
  if (token !== undefined) await new Croupier({ ...service, token }).play(pick);
  const croupier = await Croupier.register(service, 'Random agent');
  const { rulesets } = await croupier.get('/v1/rulesets');
  const chosen = rulesets.filter(({ id }) => values.ruleset === undefined || id === values.ruleset);
  if (chosen.length === 0)
    throw new Error(`no ruleset ${values.ruleset}; there are ${rulesets.map(({ id }) => id).join(', ')}`);
  for (const ruleset of chosen) {
    const seats = Array.from({ length: Number(values.seats ?? ruleset.seats.min) }, () => 'me' as const);
    const create = { ruleset: ruleset.id, options: JSON.parse(values.options), seats } as NewGame;
    for (let n = 0; n < Number(values.games); n++) {
      const [game] = await croupier.play(pick, { create });
      console.log(`${ruleset.name}: ${game?.version} versions, ${JSON.stringify(game?.outcome)}`);
    }
  }
}

await main();
