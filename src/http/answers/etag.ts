import type { Onlooker } from '../../games/model/access.ts';
import type { Game } from '../../games/model/game.ts';
import type { Wants } from '../../games/queries/table-view.ts';

/**
 * Names exactly one body of `getState`: the version of the game, whose eyes it is for, which seats are the
 * caller's, whether they are the host of a table at which they have none, and what was asked for. It tells nothing that
 * the body does not.
 */
export function etagOf(game: Game, { viewer, you, isHost }: Onlooker, wants: Wants): string {
  const asked = `${isHost && you.length === 0 ? 'h' : ''}${wants.text ? 't' : ''}${wants.legalActions ? 'l' : ''}`;
  return `"${game.version}.${viewer}.${you.join('-')}.${asked}.${game.header.ruleset.rulesVersion}"`;
}

/** Whether an `If-None-Match` header names this tag (weak comparison, RFC 9110). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  return header.split(',').some((candidate) => {
    const tag = candidate.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}
