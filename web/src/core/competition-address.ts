import { hrefTo } from './router.ts';

/** A page of a competition; who came with an invite code keeps it, in the fragment that no server is sent. */
export function hrefOfCompetition(id: string, inviteCode: string | null, ...parts: (string | number)[]): string {
  const query = inviteCode === null ? '' : `?${new URLSearchParams({ invite: inviteCode })}`;
  return `${hrefTo('c', id, ...parts)}${query}`;
}
