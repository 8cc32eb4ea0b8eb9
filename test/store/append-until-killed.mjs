// A process that appends to games as fast as it can until it is killed. It says a line for each game when it starts,
// `found <id> <version>`, and one for each change that the store acknowledged, `kept <id> <version>`. Arguments: the
// kind of database, the directory or URL, the games' ids. What it writes on PostgreSQL is sealed under SECRETS_KEY.
import { openEmbedded } from '../../dist/src/store/embedded/embedded.js';
import { openPostgres } from '../../dist/src/store/postgres.js';
import { MasterKey } from '../../dist/src/store/sealing/keys.js';

const [kind, target, ...ids] = process.argv.slice(2);
const store = await (kind === 'embedded'
  ? openEmbedded({ directory: target })
  : openPostgres({ url: target, keys: keys() }));

function keys() {
  return [new MasterKey(process.env.SECRETS_KEY)];
}

async function play(id) {
  let version = (await store.log.tip(id))?.version;
  process.stdout.write(`found ${id} ${version}\n`);
  for (;;) {
    const events = Array.from({ length: 1 + (version % 2) }, (_, i) => ({
      gameId: id,
      version: version + 1 + i,
      kind: 'action',
      seat: 0,
      action: { type: 'roll-die', note: 'x'.repeat(200) },
      draws: [version],
      at: new Date(),
    }));
    const seated = { status: 'playing', toAct: [0], seats: [], openSeats: 0, awaiting: [], head: 'head' };
    const next = version + events.length;
    const game = { ...seated, version: next, deadline: null, outcome: null, updatedAt: new Date() };
    const change = { gameId: id, base: version, baseHead: 'head', events, game, memberships: [], request: null };
    if (!(await store.log.append(change))) process.exit(1);
    version = next;
    process.stdout.write(`kept ${id} ${version}\n`);
  }
}

await Promise.all(ids.map(play));
