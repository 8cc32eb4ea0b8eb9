// Runs in a worker, so that verifying games and computing par do not block the page.

import { gameSeedFromText } from '#rules/kernel/chance.ts';
import { parOf } from '#rules/kernel/search/par.ts';
import { verify, viewsOf } from '../../../clients/typescript/src/rules/index.ts';
import { rulesetOf } from '../../../clients/typescript/src/rules/rulesets.ts';
import type {
  ParRequest,
  ParResult,
  Verification,
  VerificationRequest,
  Views,
  ViewsRequest,
} from '../core/verification.ts';

type Asked = VerificationRequest | ViewsRequest | ParRequest;

declare function postMessage(answer: Verification | Views | ParResult): void;
declare function addEventListener(type: 'message', listener: (event: { data: Asked }) => void): void;

addEventListener('message', ({ data }) => void answerTo(data).then(postMessage));

function answerTo(asked: Asked): Promise<Verification | Views | ParResult> {
  if ('board' in asked) return parIn(asked);
  if ('seat' in asked) return viewsOf(asked.transcript, asked.seat);
  return verify(asked.transcript, asked.keptHeads);
}

async function parIn({ board }: ParRequest): Promise<ParResult> {
  const ruleset = await rulesetOf(board);
  return { par: ruleset && parOf(ruleset, board.options, board.seats, gameSeedFromText(board.seed)) };
}
