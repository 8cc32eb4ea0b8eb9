import type { Catalogue } from '#rules/catalogue.ts';
import { withoutBinding } from '#rules/kernel/chain.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { Transcript } from '../../games/fairness/fairness-shapes.ts';
import { verify } from '../../games/fairness/verification.ts';
import { attendanceIn } from '../../games/model/counting.ts';
import { type CheckFailure, checkFailure, type Tally } from '../../games/model/verdict.ts';
import { gameResult, holderOf, playersIn } from '../director/situation.ts';
import { boardSeedOf, type Competition, HOUSE } from '../model/competition.ts';
import type { CountedGame, DealtGame } from '../model/events.ts';
import { isSealed } from '../model/schedule.ts';

export type GameFinding = { checkFailure: CheckFailure } | { checkFailure: null; tally: Tally };

export function checkedGame(
  competition: Competition,
  dealt: DealtGame,
  counted: CountedGame | undefined,
  transcript: Transcript,
  catalogue: Catalogue,
): GameFinding {
  const wrong = settledObjection(competition, dealt, transcript);
  if (wrong !== null) return { checkFailure: wrong };
  const played = verify(transcript, catalogue);
  if (!played.verified) {
    const { version, check, expected, found } = played;
    const where = version === null ? '' : ` at version ${version}`;
    return { checkFailure: checkFailure(`${check} of game ${dealt.gameId}${where}`, expected, found) };
  }
  const { log, outcome } = transcript;
  const players = outcome === null ? [] : playersIn(competition, dealt);
  const attendance = players.map((seat) => attendanceIn(log, outcome?.left ?? [], seat));
  const due = { ...dealt, ...gameResult(competition, dealt, log.at(-1)?.head ?? '', outcome, attendance) };
  if (!sameJson(due, counted))
    return { checkFailure: checkFailure(`what counts of game ${dealt.gameId}`, due, counted) };
  const { verified: _, ...tally } = played;
  return { checkFailure: null, tally };
}

function settledObjection(competition: Competition, dealt: DealtGame, transcript: Transcript): CheckFailure | null {
  const { settings, id: competitionId } = competition.header;
  const { round, table, board, copy } = dealt;
  const due = {
    gameId: dealt.gameId,
    ruleset: settings.ruleset,
    rulesVersion: settings.rulesVersion,
    options: settings.options,
    seats: settings.seats,
    standIn: settings.standIn,
    clock: settings.clock,
    competition: { competitionId, round, table, board, copy, sealed: isSealed(settings) },
    seeded: true,
    seed: boardSeedOf(competition, board),
  };
  for (const [name, value] of Object.entries(due)) {
    const found = transcript[name as keyof typeof due];
    if (!sameJson(value, found)) return checkFailure(`${name} of game ${dealt.gameId}`, value, found ?? 'nothing');
  }
  return seatsObjection(competition, dealt, transcript);
}

/** Returns why the seats of a game do not match its entries. Does not check client seeds of bots. */
function seatsObjection(
  competition: Competition,
  { gameId, entries }: DealtGame,
  { log }: Transcript,
): CheckFailure | null {
  const { seats } = (log[0]?.action ?? {}) as { seats?: readonly { kind?: unknown; policy?: unknown }[] };
  for (const [seat, entry] of entries.entries()) {
    const found = withoutBinding(seats?.[seat] ?? {});
    const due = entry === null ? { kind: 'bot', policy: HOUSE } : holderOf(competition, entry);
    const told = entry === null ? { kind: found.kind, policy: found.policy } : found;
    if (!sameJson(due, told)) return checkFailure(`who holds seat ${seat} of game ${gameId}`, due, found);
  }
  return null;
}
