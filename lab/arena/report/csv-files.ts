import type { CompeteResult } from '../result.ts';
import { printable } from './words.ts';

/** Returns the CSV files by name. Intervals have 95 % confidence, shares are 0 to 1, seats count from 0. */
export function csvFiles(result: CompeteResult): Map<string, string> {
  return new Map([
    ['standings.csv', standingsOf(result)],
    ['crosstable.csv', crossTableOf(result)],
    ['games.csv', gamesOf(result)],
    ['ratings.csv', ratingsOf(result)],
    ['losses.csv', lossesOf(result)],
  ]);
}

function standingsOf({ agents, standings, losses }: CompeteResult): string {
  const head = [
    ...['rank', 'entry', 'agent', 'plays', 'status', 'disqualified', 'points', 'games', 'walkovers', 'byes'],
    ...['buchholz', 'sonnebornBerger', 'matchpoints', 'adjustedShare', 'score', 'scoreLow', 'scoreHigh'],
    ...['rating', 'ratingLow', 'ratingHigh', 'rankLow', 'rankHigh', 'provisional', 'actions', 'starts', 'lostByRule'],
  ];
  const rows = standings.map(({ entry, strength, score, ...row }) => {
    const agent = agents.find((each) => each.entry === entry);
    return [
      ...[row.rank, entry, agent?.name ?? null, agent?.plays.kind ?? null, agent?.status ?? null, row.disqualified],
      ...[row.points, row.games, row.walkovers, row.byes, row.buchholz, row.sonnebornBerger, row.matchpoints],
      ...[row.adjustedShare, score?.value ?? null, score?.interval?.low ?? null, score?.interval?.high ?? null],
      ...[strength?.rating ?? null, strength?.interval.low ?? null, strength?.interval.high ?? null],
      ...[strength?.rankInterval?.low ?? null, strength?.rankInterval?.high ?? null, strength?.provisional ?? null],
      ...[agent?.actions ?? null, agent?.starts ?? null, losses.filter((loss) => loss.entry === entry).length],
    ];
  });
  return csvOf(head, rows);
}

function crossTableOf(result: CompeteResult): string {
  const name = naming(result);
  const head = ['entry', 'agent', 'opponentEntry', 'opponent', 'games', 'share'];
  return csvOf(
    head,
    result.crossTable.map(({ entry, opponent, games, share }) => {
      return [entry, name(entry), opponent, name(opponent), games, share];
    }),
  );
}

function gamesOf(result: CompeteResult): string {
  const name = naming(result);
  const head = [
    ...['gameId', 'round', 'table', 'board', 'copy', 'counted', 'seat', 'entry', 'agent', 'share', 'score', 'acted'],
    ...['parShare', 'parScore', 'actions', 'startedAt', 'endedAt', 'reason'],
  ];
  const pars = new Map(result.boards.map(({ board, par }) => [board, par]));
  const rows = result.games.flatMap(({ gameId, round, table, board, copy, counted, ...game }) => {
    const par = pars.get(board) ?? null;
    return game.entries.map((entry, seat) => [
      ...[gameId, round, table, board, copy, counted, seat, entry, entry === null ? null : name(entry)],
      ...[game.shares[seat] ?? null, game.scores[seat] ?? null, !game.noShows.includes(seat)],
      ...[par?.shares[seat] ?? null, par?.scores[seat] ?? null],
      ...[game.actions, game.startedAt, game.endedAt, game.reason],
    ]);
  });
  return csvOf(head, rows);
}

function ratingsOf(result: CompeteResult): string {
  const name = naming(result);
  const rows = result.ratingSteps.flatMap(({ games, ratings }) => {
    return ratings.map(({ entry, rating, interval }) => [
      games,
      entry,
      name(entry),
      rating,
      interval.low,
      interval.high,
    ]);
  });
  return csvOf(['games', 'entry', 'agent', 'rating', 'ratingLow', 'ratingHigh'], rows);
}

function lossesOf(result: CompeteResult): string {
  const name = naming(result);
  const rows = result.losses.map(({ entry, gameId, rule, detail, at }) => [
    entry,
    name(entry),
    gameId,
    rule,
    detail,
    at,
  ]);
  return csvOf(['entry', 'agent', 'gameId', 'rule', 'detail', 'at'], rows);
}

function naming({ agents }: CompeteResult): (entry: number) => string | null {
  const names = new Map(agents.map(({ entry, name }) => [entry, name]));
  return (entry) => names.get(entry) ?? null;
}

type Field = string | number | boolean | null;

const FORMULA = /^[=+\-@]/;

/** Writes CSV (RFC 4180) with a header. Text that looks like a formula gets an apostrophe in front, because
 * spreadsheets would execute it. */
export function csvOf(head: readonly string[], rows: readonly (readonly Field[])[]): string {
  return [head, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

function fieldOf(value: Field): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const line = printable(value);
  const text = FORMULA.test(line) ? `'${line}` : line;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
