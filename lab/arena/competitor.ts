import type { Player } from '../../src/players/players.ts';
import type { AgentPlan } from './agents/agents-file.ts';
import type { PipeAgent } from './agents/pipe-agent.ts';

export interface Competitor {
  /** the number of the entry, from 1 */
  entry: number;
  plan: AgentPlan;
  /** null: a policy of the server */
  player: Player | null;
  /** null: no program is asked over a pipe; the agent plays over HTTP, or the server plays for it */
  pipe: PipeAgent | null;
}
