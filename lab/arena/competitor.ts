import type { Player } from '../../src/players/players.ts';
import type { AgentPlan } from './agents/agents-file.ts';
import type { PipeAgent } from './agents/pipe-agent.ts';

/** An agent that takes part. */
export interface Competitor {
  /** from 1 */
  entry: number;
  plan: AgentPlan;
  /** null: a policy of the house */
  player: Player | null;
  /** what is asked for its actions; null where it acts by itself, or the house for it */
  pipe: PipeAgent | null;
}
