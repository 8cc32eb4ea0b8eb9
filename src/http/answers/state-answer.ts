import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '../../eventlog/result.ts';
import type { Committed } from '../../games/commands/command.ts';
import type { Onlooker } from '../../games/model/access.ts';
import type { Game } from '../../games/model/game.ts';
import { outcomeFor, type TableView, tableView, type Wants } from '../../games/queries/table-view.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import { etagOf } from './state-bodies.ts';

/** How a state is shown when nobody asked for anything else. */
export const DEFAULTS: Wants = { text: false, choices: true, labels: false, names: false };

/** The table as the caller sees it now, with its `ETag`. */
function sendTable(reply: FastifyReply, { game, onlooker }: { game: Game; onlooker: Onlooker }): TableView {
  reply.header('etag', etagOf(game, onlooker, DEFAULTS));
  return tableView(game, onlooker, DEFAULTS);
}

/** The table after a change, as whoever asked for it sees it; or why nothing was changed. */
export function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<Committed>,
): TableView | FastifyReply {
  if (!result.ok) return sendRefusal(request, reply, result.refusal);
  return sendTable(reply, outcomeFor(request.player.id, result.value));
}

/** To who waits while the server stops: another one, or the next one, answers. */
export function sendStopping(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(request, reply, 'stopping', { detail: 'This server is stopping.' });
}
