import type { Batch, Choice } from './batch.ts';
import { wrongLength } from './session.ts';
import { sizesOf, type Wanted, writeTable } from './tables.ts';

/** The first byte of a frame; no line of JSON starts with it. */
export const FRAME = 0x53;
export const HEAD_BYTES = 8;
/** A caller sends this value instead of an index to make no move in a game. */
const NO_ACTION = 0xffff_ffff;
const [OBSERVATIONS, MASK, LEGAL] = [1, 2, 4];

/** The head of a frame. `wanted` names the requested parts of the answer; `bytes` is the length of the body. */
export interface Head {
  wanted: Wanted;
  batch: number;
  bytes: number;
}

/** Reads the head of a frame; null: it is malformed. */
export function headIn(bytes: Buffer): Head | null {
  const what = bytes.readUInt8(1);
  if (bytes.readUInt8(0) !== FRAME || (what & ~(OBSERVATIONS | MASK | LEGAL)) !== 0) return null;
  const wanted = {
    observations: (what & OBSERVATIONS) !== 0,
    mask: (what & MASK) !== 0,
    legal: (what & LEGAL) !== 0,
  };
  return { wanted, batch: bytes.readUInt16LE(2), bytes: bytes.readUInt32LE(4) };
}

/** Reads one index for each game and makes the step. If it throws `Refused`, no game has changed. */
export function stepBy(batch: Batch, body: Buffer): void {
  const count = batch.games.length;
  if (body.length !== 4 * count) throw wrongLength(body.length / 4, batch);
  const choices = new Array<Choice>(count);
  for (let i = 0; i < count; i++) {
    const index = body.readUInt32LE(4 * i);
    choices[i] = index === NO_ACTION ? null : batch.choice(i, index);
  }
  batch.step(choices);
}

/** Writes frames into one buffer. A frame is valid only until the next call. */
export class FrameWriter {
  #bytes = new ArrayBuffer(0x1_0000);

  frame(batch: Batch, head: Head): Uint8Array {
    const sizes = Object.values(sizesOf(batch, head.wanted)).reduce((sum, size) => sum + size, 0);
    const length = HEAD_BYTES + sizes;
    if (this.#bytes.byteLength < length) this.#bytes = new ArrayBuffer(2 * length);
    const frame = new Uint8Array(this.#bytes, 0, length).fill(0);
    const view = new DataView(this.#bytes);
    const { observations, mask, legal } = head.wanted;
    view.setUint8(0, FRAME);
    view.setUint8(1, (observations ? OBSERVATIONS : 0) | (mask ? MASK : 0) | (legal ? LEGAL : 0));
    view.setUint16(2, head.batch, true);
    view.setUint32(4, sizes, true);
    writeTable(batch, head.wanted, this.#bytes, HEAD_BYTES);
    return frame;
  }
}
