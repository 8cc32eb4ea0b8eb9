import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import { sameJson } from '#rules/kernel/json.ts';
import { lineForms } from '../../src/cli/verdict.ts';
import { verifyCompetition } from '../../src/competitions/transcript/verification.ts';
import type { Standing } from '../../src/statistics/results.ts';
import type { Findings } from './audit.ts';
import type { CompetitionLoad, DirectedMove } from './competition-load.ts';
import { auditRatings } from './rating-audit.ts';

const PAGE = 100;

interface Database {
  ask(sql: string): Promise<Record<string, unknown>[]>;
}

const SHOWN = [
  'rank',
  'entry',
  'points',
  'games',
  'walkovers',
  'byes',
  'buchholz',
  'sonnebornBerger',
  'strength',
] as const;

export async function auditCompetitions(
  { competitions, moves, troubles }: CompetitionLoad,
  server: () => string,
  database: Database,
): Promise<Findings> {
  const findings: Findings = { games: 0, moves: moves.length, lost: [], twice: [], unexplained: [...troubles] };
  const catalogue = await loadCatalogue(false);
  const byGame = new Map<string, DirectedMove[]>();
  for (const move of moves) byGame.set(move.gameId, [...(byGame.get(move.gameId) ?? []), move]);
  const told = new Set<string>();
  for (const id of competitions) await auditOne(`${server()}/v1/competitions/${id}`, catalogue, byGame, told, findings);
  const rows = await database.ask('SELECT id, status FROM game WHERE competition_id IS NOT NULL');
  for (const { id, status } of rows) {
    if (!told.has(String(id))) findings.twice.push(`game ${id} is of a competition that knows nothing of it`);
    if (status !== 'finished' && status !== 'aborted') findings.unexplained.push(`game ${id} is ${status}`);
  }
  if (rows.length < told.size) findings.lost.push(`${told.size - rows.length} games of the logs`);
  for (const gameId of byGame.keys()) if (!told.has(gameId)) findings.lost.push(`game ${gameId} itself`);
  await auditRatings(database, findings);
  return findings;
}

async function auditOne(
  url: string,
  catalogue: Catalogue,
  moves: ReadonlyMap<string, DirectedMove[]>,
  told: Set<string>,
  findings: Findings,
): Promise<void> {
  const answer = await fetch(`${url}/transcript`);
  const text = await answer.text();
  if (answer.status !== 200) return void findings.unexplained.push(`${url}: ${answer.status} ${text}`);
  async function* chunks() {
    yield Buffer.from(text);
  }
  const result = await verifyCompetition(chunks(), { catalogue, misfit: lineForms(), keptHeads: [] });
  if (!result.verified) return void findings.unexplained.push(`${url} does not verify: ${JSON.stringify(result)}`);
  const { games } = result.competition;
  findings.games += games.length;
  for (const { gameId } of games) {
    if (told.has(gameId)) findings.twice.push(`game ${gameId}`);
    told.add(gameId);
  }
  compareMoves(text, moves, findings);
  await compareStandings(url, result.standings, findings);
}

function compareMoves(text: string, moves: ReadonlyMap<string, DirectedMove[]>, findings: Findings): void {
  for (const line of text.split('\n').filter((each) => each.includes('"croupier-transcript"'))) {
    const { gameId, log } = JSON.parse(line);
    for (const { appliedVersion, seat, action } of moves.get(gameId) ?? []) {
      const entry = log[appliedVersion - 1];
      const isThere = entry?.kind === 'action' && entry.seat === seat && sameJson(entry.action, action);
      if (!isThere) findings.lost.push(`${gameId}: the move of version ${appliedVersion}`);
    }
  }
}

async function compareStandings(url: string, due: readonly Standing[], findings: Findings): Promise<void> {
  const { standings } = (await fetch(`${url}/standings?limit=${PAGE}`).then((answer) => answer.json())) as {
    standings: Standing[];
  };
  const shown = (rows: readonly Standing[]) => rows.map((row) => SHOWN.map((name) => row[name]));
  if (!sameJson(shown(due), shown(standings))) findings.unexplained.push(`${url}: other standings than it shows`);
}
