import type { RulesetSummary } from '../../core/api.ts';
import type { CompetitionWishes, Offered } from '../../core/new-competition.ts';
import type { Faults } from './fields.tsx';

/** What every section of the form gets. */
export interface SectionProps {
  ruleset: RulesetSummary;
  wishes: CompetitionWishes;
  offered: Offered;
  faults: Faults;
  change(changes: Partial<CompetitionWishes>): void;
}
