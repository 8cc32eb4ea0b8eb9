import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Derives all random bytes and numbers from the call that is answered, so that they are the same in every run. */
export class FixedChance {
  readonly #real = { randomBytes: crypto.randomBytes, randomInt: crypto.randomInt };
  #call = '';
  #drawn = 0;

  constructor() {
    const randomInt = (...range: number[]) => {
      const [from, below] = range.length === 1 ? [0, range[0] as number] : (range as [number, number]);
      return from + (this.#bytes(6).readUIntBE(0, 6) % (below - from));
    };
    this.#replace({ randomBytes: (size: number) => this.#bytes(size), randomInt } as unknown as Drawing);
  }

  begin(call: string): void {
    this.#call = call;
    this.#drawn = 0;
  }

  restore(): void {
    this.#replace(this.#real);
  }

  #bytes(size: number): Buffer {
    const nth = this.#drawn++;
    return createHash('shake256', { outputLength: size }).update(`${this.#call} ${nth}`).digest();
  }

  #replace(drawing: Drawing): void {
    Object.assign(crypto, drawing);
    syncBuiltinESMExports();
  }
}

type Drawing = Pick<typeof crypto, 'randomBytes' | 'randomInt'>;
