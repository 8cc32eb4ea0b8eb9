import { Store } from './store.ts';

/** Who plays in this browser. */
export interface Session {
  token: string;
  playerId: string;
  name: string;
  /** brings its owner back without the token; here only until they have noted it elsewhere */
  recoveryCode: string | null;
  /** a link in a mail opened this game, for one turn of it; where it is left out, all is theirs */
  turnIn?: string;
}

/** One origin may hold several services, each below a path of its own. */
const KEY = `croupier ${new URL('.', document.baseURI).pathname}`;

/** In this tab alone. */
const TURN_KEY = `${KEY} turn`;

/** Null: nobody has given a name yet. All tabs of a browser have the same one, but for a game that a link in a mail opened. */
export const session = new Store<Session | null>(kept());

export function signIn(who: Session): void {
  localStorage.setItem(KEY, JSON.stringify(who));
  session.set(who);
}

/** The same player with something else, such as a new token. */
export function changeSession(changes: Partial<Session>): void {
  if (session.value !== null) signIn({ ...session.value, ...changes });
}

/** In this tab, and at this game alone, somebody who came by a link; who sits in this browser still does everywhere else. */
export function sitForTurn(who: Session & { turnIn: string }): void {
  sessionStorage.setItem(TURN_KEY, JSON.stringify(who));
}

/** Forgets the token in this browser; it stays good elsewhere. */
export function signOut(): void {
  if (session.value?.turnIn !== undefined) {
    sessionStorage.removeItem(TURN_KEY);
    session.set(kept());
    return;
  }
  localStorage.removeItem(KEY);
  session.set(null);
}

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) session.set(kept());
});

// before the page of the new address is drawn
addEventListener('hashchange', () => {
  if (sessionStorage.getItem(TURN_KEY) !== null) session.set(kept());
});

function kept(): Session | null {
  try {
    const turn = JSON.parse(sessionStorage.getItem(TURN_KEY) ?? 'null') as (Session & { turnIn: string }) | null;
    if (turn !== null && location.hash.split('?')[0] === `#/g/${turn.turnIn}`) return turn;
    const value = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Session> | null;
    const { token, playerId, name, recoveryCode = null } = value ?? {};
    return token && playerId && name ? { token, playerId, name, recoveryCode } : null;
  } catch {
    return null; // what lies there is not ours
  }
}
