import { Type } from '@sinclair/typebox';
import { pathOf } from '../game-text.ts';
import { asked, Refused } from '../player-service.ts';
import { GameId, inputs, Seat, tool } from '../tool.ts';

const MOST_TOLD = 10;

const Branches = Type.Array(Type.Record(Type.String(), Type.Unknown()), {
  minItems: 1,
  description:
    'Tried in order: {"when": [{"view": "/phase", "is": "challenge"}], "do": {"type": "declineChallenge"}, "next": "again"}. ' +
    '`view`: a JSON pointer into the view; with it `is`, `not`, `in`, `min`, `max` or `has`. Or {"event": {"type": "dieRolled", "seat": 0}}. ' +
    '`next`: branches for your next decision, "again" or nothing.',
});

export const plan = tool({
  name: 'plan',
  title: 'Plan your next moves',
  description:
    'Plans what the server does for you at later decisions, so that you need not wait for them; no other player sees it. With `branches` and `version` it makes the plan, with `drop` it ends it, otherwise it shows your plan.',
  input: inputs({
    gameId: GameId,
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version of the game that you planned on.' })),
    branches: Type.Optional(Branches),
    wait: Type.Optional(
      Type.Boolean({
        description: 'Keep the plan where no branch matches, and leave that decision to you. Default: false.',
      }),
    ),
    drop: Type.Optional(Type.Boolean({ description: 'End the plan.' })),
    seat: Type.Optional(Seat),
  }),
  effect: 'change',
  async run(service, { gameId, version, branches, wait = false, drop = false, seat }) {
    const path = pathOf(gameId, 'plan');
    if (drop && branches !== undefined) {
      throw new Refused({ code: 'invalid-request', detail: 'Send either `branches` or `drop`.' });
    }
    if ((version === undefined) !== (branches === undefined)) {
      throw new Refused({ code: 'invalid-request', detail: 'A plan needs both `branches` and `version`.' });
    }
    if (branches !== undefined) {
      const body = { seat, expectedVersion: version, branches, unmatched: wait ? 'wait' : 'drop' };
      return { text: planText(await asked(service, { method: 'PUT', path, body })) };
    }
    if (drop) await asked(service, { method: 'DELETE', path, query: { seat } });
    const { seat: own, plan: kept } = await asked(service, { method: 'GET', path, query: { seat } });
    return { text: kept === null ? `Seat ${own} has no plan.` : planText(kept) };
  },
});

function planText({ seat, status, why, endedVersion, acted, branches, unmatched, position }: any): string {
  const does = acted.map(({ version, branch }: any) => `${branch} at version ${version}`);
  const parts = [
    status === 'running'
      ? `The plan of seat ${seat} waits for its next decision at ${position}; unmatched: ${unmatched}.`
      : `The plan of seat ${seat} ended at version ${endedVersion} (${why}).`,
    ...(does.length === 0 ? [] : [`It did ${does.slice(-MOST_TOLD).join(', ')}.`]),
    ...(status === 'running' ? [JSON.stringify(branches)] : []),
  ];
  return parts.join('\n');
}
