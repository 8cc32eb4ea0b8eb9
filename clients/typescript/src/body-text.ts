/** The longest game's transcript and the longest list of legal actions fit several times; in bytes, once they are unpacked. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The text of a body, read piece by piece; null: it holds more than the service ever sends, and the rest is not read. */
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
      reader.cancel().catch(() => {}); // nobody reads on
      return null;
    }
    pieces.push(decoder.decode(value, { stream: true }));
  }
}
