// Appends changes until it is killed: `append-until-killed.mjs <kind> <directory or URL> <ids>`. Prints `kept <id>
// <version>` for each change.
import { openEmbedded } from '../../dist/src/store/embedded/embedded.js';
import { openPostgres } from '../../dist/src/store/postgres.js';
import { MasterKey } from '../../dist/src/store/sealing/secrets.js';

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
    const kept = { deadline: null, outcome: null, takenBack: false, unattended: false, updatedAt: new Date() };
    const game = { ...seated, ...kept, version: next };
    const change = { gameId: id, base: version, baseHead: 'head', events, game, memberships: [], request: null };
    if (!(await store.log.append(change))) process.exit(1);
    version = next;
    process.stdout.write(`kept ${id} ${version}\n`);
  }
}

await Promise.all(ids.map(play));
