import { loadEntry, type RulesetVersion } from '#rules/catalogue.ts';
import { ActionSpace } from './actions/action-space.ts';
import { ObservationEncoder } from './observations/encoder.ts';
import { observationLayout } from './observations/layout.ts';

/** The newest rules of a game, with its actions by index and its views as numbers. */
export interface Rules extends RulesetVersion {
  space: ActionSpace;
  encoder: ObservationEncoder;
}

export function rulesOf(version: RulesetVersion): Rules {
  const { ruleset } = version;
  const encoder = new ObservationEncoder(observationLayout(ruleset));
  return { ...version, space: new ActionSpace(ruleset), encoder };
}

/** The rules of that id, as they are in production; undefined when there are none. */
export async function loadRules(id: string): Promise<Rules | undefined> {
  const entry = await loadEntry(id, false);
  return entry && rulesOf(entry);
}
