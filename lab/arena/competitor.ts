import type { Player } from '../../src/players/players.ts';
import type { AgentPlan } from './agents/agents-file.ts';
import type { PipeAgent } from './agents/pipe-agent.ts';

export interface Competitor {
  /** from 1 */
  entry: number;
  plan: AgentPlan;
  /** null: a policy of the server */
  player: Player | null;
  /** null: the agent acts by itself, or the server acts for it */
  pipe: PipeAgent | null;
}
