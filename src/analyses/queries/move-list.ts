import { type Static, Type } from '@sinclair/typebox';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import { count, GameId, numbered, RulesetId } from '../../games/model/game-fields.ts';
import { SeatedPlayer } from '../../games/model/seat-shapes.ts';
import type { Player } from '../../players/players.ts';
import type { AnalysedMove, MovesCounted } from '../../store/analyses.ts';
import { LOSS, MEASURE } from './analysis-view.ts';

export const MoveList = Type.Object(
  {
    player: Ref(SeatedPlayer, { description: 'Whose decisions these are.' }),
    ruleset: RulesetId,
    measure: MEASURE,
    games: count('In how many analysed public games of this ruleset the player has decided something.'),
    decisions: count('How many decisions of theirs are judged in these: all others are not known here.'),
    moves: Type.Array(
      Type.Object({
        gameId: GameId,
        version: numbered('The version of the game that the decision made.'),
        seat: SeatNumber,
        loss: LOSS,
        at: Type.String({ format: 'date-time', description: 'When the game was over.' }),
      }),
      { description: 'In the order that was asked for.' },
    ),
  },
  { $id: 'MoveList', description: 'Decisions of a player, among those that have been analysed.' },
);

export function moveListView(
  { id, name, kind }: Player,
  ruleset: AnyRuleset,
  counted: Omit<MovesCounted, 'ruleset'>,
  moves: readonly AnalysedMove[],
): Static<typeof MoveList> {
  return {
    player: { id, name, kind },
    ruleset: ruleset.id,
    measure: ruleset.solo ? 'score' : 'chance',
    ...counted,
    moves: moves.map(({ gameId, version, seat, loss: value, lossLow: low, lossHigh: high, at }) => ({
      ...{ gameId, version, seat },
      loss: { value, interval: { low, high } },
      at: at.toISOString(),
    })),
  };
}
