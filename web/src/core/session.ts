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
  /** the game that a link in a mail opened for one turn; left out: full access */
  turnIn?: string;
}

const KEY = `croupier ${new URL('.', document.baseURI).pathname}`;

const ENDED_KEY = `${KEY} ended`;

/** A player whose token was ended elsewhere. The code gives access again. */
export type EndedSession = Pick<Session, 'playerId' | 'name' | 'recoveryCode'>;

/** Stored until the player has access again or gives up the code. */
export const ended = new Store<EndedSession | null>(browserStorage.read(ENDED_KEY) as EndedSession | null);

export function setEnded(who: EndedSession | null): void {
  if (who?.recoveryCode == null) browserStorage.remove(ENDED_KEY);
  else browserStorage.write(ENDED_KEY, who);
  ended.set(who);
}

const TURN_KEY = `${KEY} turn`;

/** Null: there is no player yet. All tabs share it, except for a game that a link in a mail opened. */
export const session = new Store<Session | null>(kept());

export function signIn(who: Session): void {
  browserStorage.write(KEY, who);
  session.set(who);
  if (ended.value?.recoveryCode == null || ended.value.playerId === who.playerId) setEnded(null);
}

export function changeSession(changes: Partial<Session>): void {
  if (session.value !== null) signIn({ ...session.value, ...changes });
}

/** Also works after a call with the old token was refused. */
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

// listens before the new page renders
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
