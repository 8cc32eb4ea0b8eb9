import type { RulesetSummary } from '../../core/api.ts';
import type { Faults } from './fields.tsx';
import type { CompetitionWishes, Offered } from './new-competition.ts';

export interface SectionProps {
  ruleset: RulesetSummary;
  wishes: CompetitionWishes;
  offered: Offered;
  faults: Faults;
  change(changes: Partial<CompetitionWishes>): void;
}
