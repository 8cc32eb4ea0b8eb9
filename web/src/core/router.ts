import { useEffect, useState } from 'preact/hooks';

/** What the fragment of the address says: `#/g/<id>/at/17?invite=…`. It is never sent to any server. */
export interface Route {
  /** its parts: `['g', '<id>', 'at', '17']` */
  parts: readonly string[];
  query: URLSearchParams;
}

export function placeIn(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = path.split('/').filter((part) => part !== '');
  return { parts: parts.map(decoded), query: new URLSearchParams(query) };
}

/** The fragment that names a page: `hrefTo('g', id)`. */
export function hrefTo(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
}

/** The same with a query: `hrefWith({ pool: id }, 'compare')`. */
export function hrefWith(query: Record<string, string>, ...parts: (string | number)[]): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? hrefTo(...parts) : `${hrefTo(...parts)}?${search}`;
}

/** The whole address of a page, for others: `addressOf({ invite: code }, 'g', id)`. */
export function addressOf(query: Record<string, string>, ...parts: (string | number)[]): string {
  return `${new URL('.', document.baseURI).href}${hrefWith(query, ...parts)}`;
}

export function goTo(...parts: (string | number)[]): void {
  location.hash = hrefTo(...parts);
}

/**
 * What a pattern such as `g/:gameId/at/:version` finds in a place, by name; null when it does not fit. Every part has to
 * be there.
 */
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

export function usePlace(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const turn = () => setHash(location.hash);
    turn(); // it may have changed between the first drawing and now
    addEventListener('hashchange', turn);
    return () => removeEventListener('hashchange', turn);
  }, []);
  return placeIn(hash);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // typed by hand
  }
}
