import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { compare } from './comparison.ts';
import type { PatientCaller } from './patient-caller.ts';
import { type PlayedGame, shownIn } from './table.ts';

const AT_ONCE = 8;

/** What a fault has done, which is to be nothing, and how much was looked at to say so. */
export interface Findings {
  games: number;
  moves: number;
  /** acknowledged moves and resignations that are not in the log, and states that do not read back as they were answered */
  lost: string[];
  /** moves and resignations in the log that nobody was answered for, or that two answers name */
  twice: string[];
  /** games that do not verify, answers that should not be, and whatever else has no reason */
  unexplained: string[];
}

/** How a game is looked at when all is over. */
export type AuditGame = (game: PlayedGame, catalogue: Catalogue, findings: Findings) => Promise<void>;

/** Looks at every game. */
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

/** Ends a game and holds its whole log against what its players were answered while they played. */
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

/** Every acknowledged state, read again as who got it. */
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

/** A game that is under way is aborted by all who play it, or given up where it is rated, so that its secrets are published. */
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
