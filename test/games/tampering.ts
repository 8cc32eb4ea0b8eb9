import { firstHead, nextHead } from '#rules/kernel/chain.ts';
import { commitmentTo } from '#rules/kernel/chance.ts';
import type { Transcript, TranscriptEntry } from '../../src/games/fairness/fairness-shapes.ts';

export interface Tampering {
  name: string;
  bend(transcript: Transcript): void;
  /** the first fault that is found if the forger computed all hashes again, which anyone can do once the chain key is
   * public */
  named: { version: number; check: string };
  /** the first fault that is found if the forger keeps the old hashes; omitted: the same fault as `named` */
  asItIs?: { version: number; check: string };
  /** true: a verifier that does not have the rules also finds the fault, even if all hashes are computed again */
  withoutRules: boolean;
}

export const TAMPERINGS: Tampering[] = [
  {
    name: 'an action',
    bend: ({ log }) => {
      const entry = actionsOf(log).at(-1) as TranscriptEntry;
      entry.action = (
        actionsOf(log).find(({ action }) => typeOf(action) !== typeOf(entry.action)) as TranscriptEntry
      ).action;
    },
    named: { version: 91, check: 'legality' },
    withoutRules: false,
  },
  {
    name: 'a draw',
    bend: ({ log }) => {
      const { draws, bounds } = drawingIn(log).at(-1) as TranscriptEntry;
      draws[0] = ((draws[0] as number) + 1) % (bounds[0] as number);
    },
    named: { version: 91, check: 'draw 1 below 10' },
    withoutRules: true,
  },
  {
    name: 'the order of two entries',
    bend: ({ log }) => {
      const at = log.findIndex(({ seat }, i) => i > 2 && log[i + 1] !== undefined && log[i + 1]?.seat !== seat);
      const [one, two] = [log[at], log[at + 1]] as [TranscriptEntry, TranscriptEntry];
      log.splice(at, 2, { ...two, version: one.version, at: one.at }, { ...one, version: two.version, at: two.at });
    },
    named: { version: 4, check: 'seat' },
    withoutRules: true,
  },
  {
    name: 'the server seed, with a commitment to it',
    bend: (transcript) => {
      transcript.serverSeed = 'ab'.repeat(32);
      transcript.commitment = commitmentTo(Buffer.from(transcript.serverSeed, 'hex'));
    },
    named: { version: 2, check: 'draw 1 below 52' },
    asItIs: { version: 1, check: 'head of the chain' },
    withoutRules: true,
  },
  {
    name: 'a client seed',
    bend: ({ log }) => {
      const { action } = log[0] as TranscriptEntry;
      const { seats } = action as { seats: Record<string, string>[] };
      for (const holder of seats.slice(0, 1)) holder.clientSeed = 'never said';
    },
    named: { version: 2, check: 'draw 1 below 52' },
    asItIs: { version: 1, check: 'head of the chain' },
    withoutRules: true,
  },
  {
    name: 'a version',
    bend: ({ log }) => {
      (log[5] as TranscriptEntry).version += 1;
    },
    named: { version: 6, check: 'version' },
    withoutRules: true,
  },
  {
    name: 'a seat',
    bend: ({ log }) => {
      const entry = actionsOf(log).at(-1) as TranscriptEntry;
      entry.seat = entry.seat === 0 ? 1 : 0;
    },
    named: { version: 91, check: 'seat' },
    withoutRules: false,
  },
  {
    name: 'an option',
    bend: ({ options }) => {
      (options as { roundsToWin: number }).roundsToWin += 1;
    },
    named: { version: 2, check: 'hash of the state' },
    asItIs: { version: 1, check: 'head of the chain' },
    withoutRules: false,
  },
  {
    name: 'an entry that is missing',
    bend: ({ log }) => {
      const at = log.indexOf(drawingIn(log)[3] as TranscriptEntry);
      log.splice(at, 1);
      for (const entry of log.slice(at)) entry.version -= 1;
    },
    named: { version: 8, check: 'seat' },
    withoutRules: true,
  },
  {
    name: 'an entry that was added',
    bend: ({ log }) => {
      const at = log.indexOf(drawingIn(log)[3] as TranscriptEntry);
      log.splice(at, 0, structuredClone(log[at - 1] as TranscriptEntry));
      for (const entry of log.slice(at)) entry.version += 1;
    },
    named: { version: 8, check: 'legality' },
    withoutRules: true,
  },
];

export function bent(transcript: Transcript, { bend }: Tampering): Transcript {
  const copy = structuredClone(transcript);
  bend(copy);
  return copy;
}

export function resealed(transcript: Transcript): Transcript {
  const chainKey = Buffer.from(transcript.chainKey, 'hex');
  let head = firstHead(chainKey, transcript);
  const log = transcript.log.map((entry) => {
    head = nextHead(chainKey, head, entry);
    return { ...entry, head };
  });
  return { ...transcript, log };
}

function actionsOf(log: TranscriptEntry[]): TranscriptEntry[] {
  return log.filter(({ kind }) => kind === 'action');
}

function drawingIn(log: TranscriptEntry[]): TranscriptEntry[] {
  return actionsOf(log).filter(({ draws, bounds }) => draws.length > 0 && (bounds[0] as number) > 1);
}

function typeOf(action: unknown): string {
  return (action as { type: string }).type;
}
