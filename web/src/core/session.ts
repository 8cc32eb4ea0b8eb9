import { browserStorage, tabStorage } from './storage.ts';
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

const ENDED_KEY = `${KEY} ended`;

/** Somebody whose token was ended elsewhere, with the code that may bring them back. */
export type EndedSession = Pick<Session, 'playerId' | 'name' | 'recoveryCode'>;

/** Null: nobody, or they have come back. It is kept as long as nothing else may know its code. */
export const ended = new Store<EndedSession | null>(browserStorage.read(ENDED_KEY) as EndedSession | null);

export function setEnded(who: EndedSession | null): void {
  if (who?.recoveryCode == null) browserStorage.remove(ENDED_KEY);
  else browserStorage.write(ENDED_KEY, who);
  ended.set(who);
}

/** In this tab alone. */
const TURN_KEY = `${KEY} turn`;

/** Null: nobody has given a name yet. All tabs of a browser have the same one, but for a game that a link in a mail opened. */
export const session = new Store<Session | null>(kept());

export function signIn(who: Session): void {
  browserStorage.write(KEY, who);
  session.set(who);
  if (ended.value?.recoveryCode == null || ended.value.playerId === who.playerId) setEnded(null);
}

/** The same player with something else, such as a new token. */
export function changeSession(changes: Partial<Session>): void {
  if (session.value !== null) signIn({ ...session.value, ...changes });
}

/** Gives the player who sits here a new token, also when a call with the old one has been refused meanwhile. */
export function renewToken(token: string): void {
  const who = session.value ?? ended.value;
  if (who !== null) signIn({ ...who, token });
}

/** Forgets a token that the service does not know any more. */
export function forgetEnded(token: string): void {
  const who = kept(); // another tab may have a newer token
  if (who?.token !== token) {
    session.set(who);
  } else if (who.turnIn === undefined) {
    signOut();
    const { playerId, name, recoveryCode } = who;
    setEnded({ playerId, name, recoveryCode });
  }
}

/** In this tab, and at this game alone, somebody who came by a link; who sits in this browser still does everywhere else. */
export function sitForTurn(who: Session & { turnIn: string }): void {
  tabStorage.write(TURN_KEY, who);
}

/** Forgets the token in this browser; it stays good elsewhere. */
export function signOut(): void {
  if (session.value?.turnIn !== undefined) {
    tabStorage.remove(TURN_KEY);
    session.set(kept());
    return;
  }
  browserStorage.remove(KEY);
  session.set(null);
}

/** True: the browser does not keep who plays here, and forgets them when the page is closed. */
export function isInMemoryOnly(): boolean {
  const isForTurn = session.value?.turnIn !== undefined;
  return isForTurn ? tabStorage.isInMemoryOnly(TURN_KEY) : browserStorage.isInMemoryOnly(KEY);
}

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) session.set(kept());
});

// before the page of the new address is drawn
addEventListener('hashchange', () => {
  if (tabStorage.read(TURN_KEY) !== null) session.set(kept());
});

function kept(): Session | null {
  const turn = tabStorage.read(TURN_KEY) as (Session & { turnIn: string }) | null;
  if (turn !== null && location.hash.split('?')[0] === `#/g/${turn.turnIn}`) return turn;
  const value = browserStorage.read(KEY) as Partial<Session> | null;
  const { token, playerId, name, recoveryCode = null } = value ?? {};
  return token && playerId && name ? { token, playerId, name, recoveryCode } : null;
}
