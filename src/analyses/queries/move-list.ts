import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import type { Player } from '../../players/players.ts';
import type { AnalysedMove, MovesCounted } from '../../store/contract/analyses.ts';
import type { Measure } from '../model/estimates.ts';

/** Decisions of a player: the body of `listMoves`. */
export interface MoveListView {
  player: { id: string; name: string; kind: 'human' | 'agent' };
  ruleset: string;
  measure: Measure;
  /** how many games and decisions of the player could be listed */
  games: number;
  decisions: number;
  moves: {
    gameId: string;
    version: number;
    seat: number;
    loss: { value: number; interval: { low: number; high: number } };
    at: string;
  }[];
}

export function moveListView(
  { id, name, kind }: Player,
  ruleset: AnyRuleset,
  counted: Omit<MovesCounted, 'ruleset'>,
  moves: readonly AnalysedMove[],
): MoveListView {
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
