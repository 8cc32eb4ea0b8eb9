// The service beside which this page lies, called as whoever has given a name in this browser.
import { type Connection, connect } from '../../../clients/typescript/src/index.ts';
import { session } from './session.ts';
import { Store } from './store.ts';

export * from '../../../clients/typescript/src/index.ts';

/** Whether some call waits for the service to be there again. */
export const waitsForService = new Store(false);

let waiting = 0;

/** Works below any path: the page lies beside /v1. */
export function connectionAs(token: () => string | null): Connection {
  return connect({
    baseUrl: new URL('.', document.baseURI).href.replace(/\/$/, ''),
    token,
    onWaiting(begins) {
      waiting += begins ? 1 : -1;
      waitsForService.set(waiting > 0);
    },
  });
}

/** As whoever plays in this browser. */
export const connection = connectionAs(() => session.value?.token ?? null);

export const { api } = connection;

/** As nobody in particular: for what is everybody's, and for who has lost their token. */
export const anonymous = connectionAs(() => null);
