import { browserStorage, tabStorage } from './storage.ts';
import { Store } from './store.ts';

export interface Session {
  token: string;
  playerId: string;
  name: string;
  /** gives access again without the token; stored only until the player has saved it elsewhere */
  recoveryCode: string | null;
  /** true until the player chooses a name */
  isGuest?: boolean;
  /** the only game that this session may play, opened by a link in a mail; left out: full access */
  turnIn?: string;
}

const KEY = `croupier ${new URL('.', document.baseURI).pathname}`;

const ENDED_KEY = `${KEY} ended`;

/** A player whose token was ended elsewhere. The recovery code gives access again. */
export type EndedSession = Pick<Session, 'playerId' | 'name' | 'recoveryCode'>;

/** The session that was ended elsewhere. Stored until the player has access again or gives up the code. */
export const ended = new Store<EndedSession | null>(browserStorage.read(ENDED_KEY) as EndedSession | null);

export function setEnded(who: EndedSession | null): void {
  if (who?.recoveryCode == null) browserStorage.remove(ENDED_KEY);
  else browserStorage.write(ENDED_KEY, who);
  ended.set(who);
}

const TURN_KEY = `${KEY} turn`;

/** The player of this browser; null: there is none yet. A tab opened by a link in a mail has its own player. */
export const session = new Store<Session | null>(kept());

export function signIn(who: Session): void {
  browserStorage.write(KEY, who);
  session.set(who);
  if (ended.value?.recoveryCode == null || ended.value.playerId === who.playerId) setEnded(null);
}

export function changeSession(changes: Partial<Session>): void {
  if (session.value !== null) signIn({ ...session.value, ...changes });
}

/** Stores a new token, even if the service has already refused the old one. */
export function renewToken(token: string): void {
  const who = session.value ?? ended.value;
  if (who !== null) signIn({ ...who, token });
}

export function forgetEnded(token: string): void {
  const who = kept(); // another tab may have stored a newer token
  if (who?.token !== token) {
    session.set(who);
  } else if (who.turnIn === undefined) {
    signOut();
    const { playerId, name, recoveryCode } = who;
    setEnded({ playerId, name, recoveryCode });
  }
}

/** Signs in for one game in this tab. Other tabs keep the browser's own player. */
export function signInForTurn(who: Session & { turnIn: string }): void {
  tabStorage.write(TURN_KEY, who);
}

/** Removes the token from this browser. The token stays valid. */
export function signOut(): void {
  if (session.value?.turnIn !== undefined) {
    tabStorage.remove(TURN_KEY);
    session.set(kept());
    return;
  }
  browserStorage.remove(KEY);
  session.set(null);
}

/** True if the session is lost when the page is closed. */
export function isInMemoryOnly(): boolean {
  const isForTurn = session.value?.turnIn !== undefined;
  return isForTurn ? tabStorage.isInMemoryOnly(TURN_KEY) : browserStorage.isInMemoryOnly(KEY);
}

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) session.set(kept());
});

// added before the router's listener, so that the session is correct when the new page renders
addEventListener('hashchange', () => {
  if (tabStorage.read(TURN_KEY) !== null) session.set(kept());
});

function kept(): Session | null {
  const turn = tabStorage.read(TURN_KEY) as (Session & { turnIn: string }) | null;
  if (turn !== null && location.hash.split('?')[0] === `#/g/${turn.turnIn}`) return turn;
  const value = browserStorage.read(KEY) as Partial<Session> | null;
  const { token, playerId, name, recoveryCode = null, isGuest = false } = value ?? {};
  return token && playerId && name ? { token, playerId, name, recoveryCode, isGuest } : null;
}
