const LINE_FEED = 10;

/** One line of a file, as its bytes are. */
export interface RawLine {
  /** with its line feed */
  bytes: Uint8Array;
  /** without it; null where the bytes are no UTF-8 */
  text: string | null;
  /** false: the file ends without a line feed */
  ended: boolean;
}

/** The lines of a file that is read in chunks. Nothing but a line feed ends a line. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RawLine> {
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      yield lineOf([...begun, chunk.subarray(from, end + 1)]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield lineOf(begun);
}

function lineOf(parts: readonly Uint8Array[]): RawLine {
  const bytes = Buffer.concat(parts);
  const ended = bytes.at(-1) === LINE_FEED;
  return { bytes, text: textOf(ended ? bytes.subarray(0, -1) : bytes), ended };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
