export interface Message {
  id: string | null;
  event: string;
  data: string;
}

/** The longest message, in characters. */
const MOST_LETTERS = 16 * 1024 * 1024;

/** Parses server-sent events. Calls `onLife` for all input, also comments, because a silent connection may be dead. */
export async function* messagesIn(body: ReadableStream<Uint8Array>, onLife: () => void): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onLife();
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      if (rest.length > MOST_LETTERS) return; // this is longer than any message of the service
      for (const block of blocks) {
        const message = messageIn(block);
        if (message !== null) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => {}); // the stream may be broken already
  }
}

function messageIn(block: string): Message | null {
  const fields = block.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ''] = /^([a-z]+)(?:: ?(.*))?$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value }];
  });
  const all = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value);
  const data = all('data');
  if (data.length === 0) return null;
  return { id: all('id').at(-1) ?? null, event: all('event').at(-1) ?? 'message', data: data.join('\n') };
}
