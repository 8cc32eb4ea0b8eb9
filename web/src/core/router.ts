import { useEffect, useState } from 'preact/hooks';
import type { Game } from './api.ts';

/** The fragment of the address: `#/g/<id>/at/17?invite=…`. Browsers never send it to a server. */
export interface Route {
  parts: readonly string[];
  query: URLSearchParams;
}

export function placeIn(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = path.split('/').filter((part) => part !== '');
  return { parts: parts.map(decoded), query: new URLSearchParams(query) };
}

export function hrefTo(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
}

/** Returns an address with a query: `hrefWith({ pool: id }, 'compare')`. */
export function hrefWith(query: Record<string, string>, ...parts: (string | number)[]): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? hrefTo(...parts) : `${hrefTo(...parts)}?${search}`;
}

/** Returns an absolute URL to share: `addressOf({ invite: code }, 'g', id)`. */
export function addressOf(query: Record<string, string>, ...parts: (string | number)[]): string {
  return `${new URL('.', document.baseURI).href}${hrefWith(query, ...parts)}`;
}

/** Returns an address to share: link previews read its path and query, and the page opens its fragment. For a private
 * game, the query names the ruleset, because the preview may show nothing else. */
export function gameAddress({ id, ruleset, inviteCode }: Pick<Game, 'id' | 'ruleset' | 'inviteCode'>): string {
  const fragment = hrefWith(inviteCode === null ? {} : { invite: inviteCode }, 'g', id);
  const named = inviteCode === null ? '' : `?${new URLSearchParams({ ruleset })}`;
  return new URL(`g/${id}${named}${fragment}`, document.baseURI).href;
}

export function goTo(...parts: (string | number)[]): void {
  location.hash = hrefTo(...parts);
}

/** Returns the parameters of a pattern such as `g/:gameId/at/:version`; null: the address does not match it. */
export function paramsIn(pattern: string, { parts }: Route): Record<string, string> | null {
  const wanted = pattern.split('/').filter((part) => part !== '');
  if (wanted.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [i, name] of wanted.entries()) {
    const part = parts[i] as string;
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return params;
}

/** The state of an entry of the history that Back leaves to close what is open. The entry stays when that is closed in
 * another way, because its removal would take time in which the next thing may open. */
const OPENED = 'opened';
const closers = new Set<() => void>();
let openedAt = '';

function noteBack(): void {
  const hasLeft = openedAt === location.href && history.state !== OPENED;
  openedAt = history.state === OPENED ? location.href : '';
  if (hasLeft && closers.size === 0) history.back();
  if (hasLeft) for (const close of closers) close();
}

/** While something is open, Back calls `close` and stays on the page. Returns a function that ends this. */
export function onBack(close: () => void): () => void {
  if (history.state !== OPENED) history.pushState(OPENED, '');
  openedAt = location.href;
  closers.add(close);
  return () => void closers.delete(close);
}

export function usePlace(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const turn = () => setHash(location.hash);
    turn(); // the address may have changed since the first render
    noteBack();
    addEventListener('hashchange', turn);
    addEventListener('popstate', noteBack);
    return () => {
      removeEventListener('hashchange', turn);
      removeEventListener('popstate', noteBack);
    };
  }, []);
  return placeIn(hash);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // the player typed an address with a bad escape
  }
}
