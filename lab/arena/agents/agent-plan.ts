import type { AgentKind, Bounds } from '../result.ts';

/** An agent as it is asked for, complete. */
export type AgentPlan = PolicyPlan | ProgramPlan;

export interface PolicyPlan {
  name: string;
  plays: Extract<AgentKind, { kind: 'policy' }>;
}

/** One that has to be started. */
export interface ProgramPlan {
  name: string;
  plays: Exclude<AgentKind, { kind: 'policy' }>;
  /** beside what every program finds in its environment */
  env: Record<string, string>;
  /** absolute */
  cwd: string;
  bounds: Bounds;
  /** games at the same time, 1 to 16; null: as many as are usual */
  concurrency: number | null;
}

export function isProgram(plan: AgentPlan): plan is ProgramPlan {
  return plan.plays.kind !== 'policy';
}
