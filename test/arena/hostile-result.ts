import type { CompeteResult } from '../../lab/arena/result.ts';
import { sampleResult } from './sample-result.ts';

const HOSTILE = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror='alert(2)'>`,
  '=HYPERLINK("//evil")',
  '\x1b[2J\u202egnp',
];

export function hostileResult(settings = {}): CompeteResult {
  const result = sampleResult(settings);
  const evil = HOSTILE[0] as string;
  return {
    ...result,
    seed: evil,
    settings: { ...result.settings, name: evil, options: { [evil]: evil } },
    agents: result.agents.map((agent, i) => ({
      ...agent,
      name: HOSTILE[i] ?? agent.name,
      disqualified: evil,
      plays: { kind: 'pipe', command: [evil] },
    })),
    losses: result.losses.map((loss) => ({ ...loss, detail: evil })),
  };
}
