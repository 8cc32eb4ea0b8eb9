// The service beside which this page lies, called as whoever has given a name in this browser.
import { connect } from '../../../clients/typescript/src/index.ts';
import { session } from './session.ts';
import { Store } from './store.ts';

export * from '../../../clients/typescript/src/index.ts';

/** Whether some call waits for the service to be there again. */
export const waitsForService = new Store(false);

let waiting = 0;

/** Works below any path: the page lies beside /v1. */
export const connection = connect({
  baseUrl: new URL('.', document.baseURI).href.replace(/\/$/, ''),
  token: () => session.value?.token ?? null,
  onWaiting(begins) {
    waiting += begins ? 1 : -1;
    waitsForService.set(waiting > 0);
  },
});

export const { api } = connection;
