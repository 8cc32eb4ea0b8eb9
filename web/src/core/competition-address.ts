import { hrefTo } from './router.ts';

/** Keeps the invite code in the fragment, which is never sent to a server. */
export function hrefOfCompetition(id: string, inviteCode: string | null, ...parts: (string | number)[]): string {
  const query = inviteCode === null ? '' : `?${new URLSearchParams({ invite: inviteCode })}`;
  return `${hrefTo('c', id, ...parts)}${query}`;
}
