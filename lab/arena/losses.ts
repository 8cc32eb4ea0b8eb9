import type { CompetedGame, RuleLoss } from './result.ts';

/** Who left each game, and how, by its id. */
export type LostGames = ReadonlyMap<string, readonly { seat: number; how: string }[]>;

/**
 * The games that were lost by a rule, and the entries that were ended, in the order in which it happened. `noted`: by whoever asks
 * agents and ends them. That somebody's time ran out the games say.
 */
export function lossesOf(noted: readonly RuleLoss[], games: readonly CompetedGame[], left: LostGames): RuleLoss[] {
  const byGame = new Map(games.map((game) => [game.gameId, game]));
  const held = noted.filter(({ entry, gameId }) => {
    if (gameId === null) return true;
    const seat = byGame.get(gameId)?.entries.indexOf(entry) ?? -1;
    // a run that was ended between the note and the game plays it on
    return left.get(gameId)?.some((leaver) => leaver.seat === seat && leaver.how === 'resigned') === true;
  });
  const latest = new Map(held.map((loss) => [`${loss.entry} ${loss.gameId}`, loss]));
  const timedOut = games.flatMap((game) => timeOuts(game, left));
  return [...latest.values(), ...timedOut]
    .map(({ entry, gameId, rule, detail, at }) => ({ entry, gameId, rule, detail, at }))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || one.entry - other.entry);
}

function timeOuts({ gameId, entries, noShows, endedAt: at }: CompetedGame, left: LostGames): RuleLoss[] {
  const late = (left.get(gameId) ?? []).filter(({ how }) => how === 'timedOut');
  return late.flatMap(({ seat }): RuleLoss[] => {
    const entry = entries[seat] ?? null;
    if (entry === null) return [];
    if (noShows.includes(seat))
      return [{ entry, gameId, rule: 'neverActed', detail: 'Its time ran out before it acted at all.', at }];
    return [{ entry, gameId, rule: 'silent', detail: 'Its time ran out.', at }];
  });
}
