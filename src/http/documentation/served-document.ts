import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Coding } from '../hooks/compression.ts';

/** The OpenAPI document as it is sent: as it is and, when the build has made it, in each coding. */
export interface ServedDocument {
  etag: string;
  plain: Buffer;
  codings: Partial<Record<Coding, Buffer>>;
}

const NAME = 'openapi.json';
const ENDINGS: Record<Coding, string> = { br: '.br', gzip: '.gz' };
/** Better ones take seconds longer for a hundredth of the bytes. */
const BROTLI_QUALITY = 9;

export function servedDocument(plain: Buffer, codings: ServedDocument['codings'] = {}): ServedDocument {
  return { etag: `"${createHash('sha256').update(plain).digest('base64url')}"`, plain, codings };
}

/** Puts a document into the folder of a build. The plain one comes last: where it is, the others are. */
export function writeBuiltDocument(folder: URL, text: string): void {
  const file = new URL(NAME, folder);
  const path = fileURLToPath(file);
  rmSync(path, { force: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(`${path}${ENDINGS.br}`, brotliCompressSync(text, { params }));
  writeFileSync(`${path}${ENDINGS.gzip}`, gzipSync(text));
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** The document of the build in this folder; null where the build made none since its code has changed. */
export function readBuiltDocument(folder: URL): ServedDocument | null {
  const file = new URL(NAME, folder);
  if (!existsSync(file)) return null;
  const [br, gzip] = [ENDINGS.br, ENDINGS.gzip].map((ending) => readFileSync(new URL(`${NAME}${ending}`, folder)));
  return servedDocument(readFileSync(file), { br, gzip } as Record<Coding, Buffer>);
}
