import type { Player } from '../../src/players/players.ts';
import type { AgentPlan } from './agents/agents-file.ts';
import type { PipeAgent } from './agents/pipe-agent.ts';

export interface Competitor {
  /** the number of the entry, from 1 */
  entry: number;
  plan: AgentPlan;
  /** the account it plays with; null: the agent is a policy, which the server plays */
  player: Player | null;
  /** the program that it is; null: the agent plays over HTTP, or is a policy */
  pipe: PipeAgent | null;
}
