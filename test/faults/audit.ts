import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { compare } from './comparison.ts';
import type { PatientCaller } from './patient-caller.ts';
import { type PlayedGame, shownIn } from './table.ts';

const AT_ONCE = 8;

export interface Findings {
  games: number;
  moves: number;
  /** moves and resignations that were confirmed but are missing in the log, and states that have changed */
  lost: string[];
  /** moves and resignations that are in the log but were never confirmed, or were confirmed twice */
  twice: string[];
  /** games that do not verify, unexpected answers, and everything else that should not happen */
  unexplained: string[];
}

export type AuditGame = (game: PlayedGame, catalogue: Catalogue, findings: Findings) => Promise<void>;

export async function audit(games: readonly PlayedGame[], look: AuditGame): Promise<Findings> {
  const catalogue = await loadCatalogue(false);
  const findings: Findings = { games: 0, moves: 0, lost: [], twice: [], unexplained: [] };
  const waiting = [...games];
  const work = async () => {
    for (let game = waiting.pop(); game !== undefined; game = waiting.pop()) {
      await look(game, catalogue, findings).catch((error) => findings.unexplained.push(`${game?.id}: ${error}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return findings;
}

export async function auditGame(game: PlayedGame, catalogue: Catalogue, findings: Findings): Promise<void> {
  findings.games++;
  findings.moves += game.moves.length;
  if (game.gone) return void findings.lost.push(`${game.id} itself`);
  await readBack(game, findings);
  await end(game);
  const { status, body: transcript } = await playerOf(game, 0).get(`/v1/games/${game.id}/transcript`);
  if (status !== 200) return void findings.unexplained.push(`${game.id}: the transcript is answered with ${status}`);
  const kept = game.moves.map(({ version, head }) => ({ version, head }));
  const verified = verify(transcript, catalogue, kept);
  if (!verified.verified) findings.unexplained.push(`${game.id} does not verify: ${JSON.stringify(verified)}`);
  compare(game, transcript.log, findings);
}

async function readBack(game: PlayedGame, findings: Findings): Promise<void> {
  for (const { seat, version, shown } of game.moves) {
    const { status, body } = await playerOf(game, seat).get(`/v1/games/${game.id}?at=${version}&seat=${seat}`);
    if (status !== 200 || shownIn(body) !== shown) findings.lost.push(`${game.id} version ${version} for seat ${seat}`);
  }
}

export function playerOf({ players }: PlayedGame, seat: number): PatientCaller {
  const player = players[seat];
  if (player === undefined) throw new Error(`nobody plays seat ${seat}`);
  return player;
}

export async function end(game: PlayedGame): Promise<void> {
  for (const [seat, player] of game.players.entries()) {
    const { body } = await player.get(`/v1/games/${game.id}`);
    if (body.status === 'finished' || body.status === 'aborted') return;
    const { body: answer } = await player.change(`/v1/games/${game.id}/abort`, {});
    if (answer.code !== 'rated-game') continue;
    const resignation = await player.change(`/v1/games/${game.id}/resignation`, {});
    if (resignation.status === 200) game.resigned.push(seat);
  }
}
