import { type Answer, randomKey } from './api.ts';
import { browserStorage } from './storage.ts';

interface Sent {
  body: string;
  key: string;
}

/** Sends a call under a stored idempotency key. If the connection breaks or the page is closed, sending it again gets
 * the first response. `done` stores the response before the key is removed. */
export async function sendKept<T>(
  name: string,
  body: object,
  send: (key: string) => Promise<Answer<T>>,
  done: (value: T) => void,
): Promise<Answer<T>> {
  const place = `croupier ${new URL('.', document.baseURI).pathname} sent ${name}`;
  const text = JSON.stringify(body);
  const before = browserStorage.read(place) as Sent | null;
  const key = before?.body === text ? before.key : randomKey();
  browserStorage.write(place, { body: text, key } satisfies Sent);
  if (browserStorage.isInMemoryOnly(place)) addEventListener('beforeunload', ask);
  const answer = await send(key);
  removeEventListener('beforeunload', ask);
  if (answer.ok) {
    done(answer.value);
    browserStorage.remove(place);
  }
  return answer;
}

function ask(event: Event): void {
  event.preventDefault();
}
