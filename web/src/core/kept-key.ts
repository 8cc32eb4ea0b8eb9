import { type Answer, randomKey } from './api.ts';
import { browserStorage } from './storage.ts';

/** What was sent last and has not been answered: its body, and the key that it went under. */
interface Sent {
  body: string;
  key: string;
}

/**
 * Calls without a token, under a key that outlives the page: who sends the same again, after the line was cut or the page was
 * closed, gets the first answer. Where the browser does not keep the key, it asks before the page is closed, so that the answer is not
 * lost. `name`: of the call, in this browser. `done`: keeps the answer, before the key is forgotten.
 */
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
