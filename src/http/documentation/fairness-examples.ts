import { transcriptOf } from '../../games/fairness/transcript.ts';
import { commitmentTo, gameSeedFrom } from '../../kernel/chance.ts';
import type { CatalogueEntry } from '../../rulesets/catalogue.ts';
import { resignedGame } from './examples.ts';

/** Examples for the operations about chance, made by the recipe that they are about. */
const SERVER_SEED = Uint8Array.from({ length: 32 }, (_, i) => i);
const CLIENT_SEEDS = ['alice', 'bob'];
const COMMITMENT = commitmentTo(SERVER_SEED);
const COMMITMENT_ID = '01930000-0000-7000-8000-000000000003';

export const COMMITMENT_EXAMPLE = { commitmentId: COMMITMENT_ID, commitment: COMMITMENT };

/** What is published of a game of this ruleset that is over. */
export function fairnessExample({ ruleset }: CatalogueEntry): object {
  const clientSeeds = CLIENT_SEEDS.slice(0, ruleset.seats.min);
  return {
    gameId: '01930000-0000-7000-8000-000000000002',
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    seeded: false,
    competition: null,
    commitment: COMMITMENT,
    commitmentId: COMMITMENT_ID,
    commitmentFirst: true,
    clientSeeds: clientSeeds.map((clientSeed, seat) => ({ seat, clientSeed, source: 'player', version: seat + 1 })),
    head: 'b'.repeat(64),
    serverSeed: hex(SERVER_SEED),
    seed: null,
    gameSeed: hex(gameSeedFrom(SERVER_SEED, clientSeeds)),
    chainKey: 'c'.repeat(64),
  };
}

/** The transcript of a game of this ruleset that ended as soon as it had begun. */
export function transcriptExample(entry: CatalogueEntry): object {
  const { header, rows } = resignedGame(entry);
  return transcriptOf(header, rows);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
