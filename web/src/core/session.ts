import { Store } from './store.ts';

/** Who plays in this browser. */
export interface Session {
  token: string;
  playerId: string;
  name: string;
  /** brings its owner back without the token; here only until they have noted it elsewhere */
  recoveryCode: string | null;
}

/** One origin may hold several services, each below a path of its own. */
const KEY = `croupier ${new URL('.', document.baseURI).pathname}`;

/** Null: nobody has given a name yet. All tabs of a browser have the same one. */
export const session = new Store<Session | null>(kept());

export function signIn(who: Session): void {
  localStorage.setItem(KEY, JSON.stringify(who));
  session.set(who);
}

/** The same player with something else, such as a new token. */
export function changeSession(changes: Partial<Session>): void {
  if (session.value !== null) signIn({ ...session.value, ...changes });
}

/** Forgets the token in this browser; it stays good elsewhere. */
export function signOut(): void {
  localStorage.removeItem(KEY);
  session.set(null);
}

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) session.set(kept());
});

function kept(): Session | null {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Session> | null;
    const { token, playerId, name, recoveryCode = null } = value ?? {};
    return token && playerId && name ? { token, playerId, name, recoveryCode } : null;
  } catch {
    return null; // what lies there is not ours
  }
}
