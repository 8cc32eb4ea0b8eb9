import type { Batch } from './batch.ts';
import type { Game } from './game.ts';

export interface Wanted {
  observations: boolean;
  mask: boolean;
  legal: boolean;
}

/** The number in place of a seat when a game is over. */
export const NOBODY = 255;

/** Returns the size in bytes of each index in lists of legal actions. */
export function indexBytes({ setting }: Batch): 2 | 4 {
  return setting.rules.space.size <= 0x1_0000 ? 2 : 4;
}

export function maskBytes({ setting }: Batch): number {
  return Math.ceil(setting.rules.space.size / 8);
}

/** Returns the size in bytes of each part of a frame's body, padded to a multiple of four. */
export function sizesOf(batch: Batch, wanted: Wanted) {
  const { games, setting } = batch;
  const count = games.length;
  const legal = games.reduce((sum, game) => sum + game.legal.length, 0);
  return {
    agents: padded(count),
    ended: padded(count),
    rewards: 4 * count * setting.seats,
    counts: wanted.legal ? 4 * count : 0,
    indices: wanted.legal ? padded(indexBytes(batch) * legal) : 0,
    mask: wanted.mask ? padded(maskBytes(batch) * count) : 0,
    observations: wanted.observations ? padded(2 * setting.rules.encoder.layout.size * count) : 0,
  };
}

export function padded(bytes: number): number {
  return (bytes + 3) & ~3;
}

/** Writes the body of a frame. `into` must hold only zeros, and `from` must be divisible by four. */
export function writeTable(batch: Batch, wanted: Wanted, into: ArrayBuffer, from: number): void {
  const sizes = sizesOf(batch, wanted);
  let at = from;
  writeAgents(batch, new Uint8Array(into, at, sizes.agents));
  at += sizes.agents;
  new Uint8Array(into, at, sizes.ended).set(batch.ended);
  at += sizes.ended;
  new Float32Array(into, at, sizes.rewards / 4).set(batch.rewards);
  at += sizes.rewards;
  if (wanted.legal) {
    writeLegal(batch, into, at, at + sizes.counts);
    at += sizes.counts + sizes.indices;
  }
  if (wanted.mask) writeMask(batch, new Uint8Array(into, at, sizes.mask));
  at += sizes.mask;
  if (wanted.observations) writeObservations(batch, new Int16Array(into, at, sizes.observations / 2));
}

function writeAgents({ games }: Batch, into: Uint8Array): void {
  for (let i = 0; i < games.length; i++) into[i] = (games[i] as Game).agent ?? NOBODY;
}

function writeLegal(batch: Batch, into: ArrayBuffer, countsAt: number, indicesAt: number): void {
  const { games } = batch;
  const counts = new Uint32Array(into, countsAt, games.length);
  const List = indexBytes(batch) === 2 ? Uint16Array : Uint32Array;
  const list = new List(into, indicesAt);
  let at = 0;
  for (let i = 0; i < games.length; i++) {
    const { indices, legal } = games[i] as Game;
    counts[i] = legal.length;
    for (let k = 0; k < legal.length; k++) list[at + k] = indices[k] as number;
    at += legal.length;
  }
}

function writeMask(batch: Batch, into: Uint8Array): void {
  const bytes = maskBytes(batch);
  for (let i = 0; i < batch.games.length; i++) {
    const { indices, legal } = batch.games[i] as Game;
    const at = i * bytes;
    for (let k = 0; k < legal.length; k++) {
      const index = indices[k] as number;
      const byte = at + (index >> 3);
      into[byte] = (into[byte] as number) | (1 << (index & 7));
    }
  }
}

function writeObservations({ games, setting }: Batch, into: Int16Array): void {
  const { ruleset, encoder } = setting.rules;
  const { size } = encoder.layout;
  for (let i = 0; i < games.length; i++) {
    const { state, agent } = games[i] as Game;
    if (agent !== null) encoder.write(ruleset.view(state, agent), agent, into, i * size);
  }
}
