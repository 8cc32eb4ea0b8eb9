/** The limit of a body after decompression: several times the longest transcript or list of legal actions. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Returns the text of a body. Null: it exceeds the limit, and the rest was not read. */
export async function textIn(body: ReadableStream<Uint8Array> | null): Promise<string | null> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return pieces.join('') + decoder.decode();
    bytes += value.length;
    if (bytes > MOST_BYTES) {
      reader.cancel().catch(() => {});
      return null;
    }
    pieces.push(decoder.decode(value, { stream: true }));
  }
}
