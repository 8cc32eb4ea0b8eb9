/** Games are in the log whose rules this build does not have: they were removed from it, or are newer than it is. */
export class RulesMissing extends Error {
  override name = 'RulesMissing';
}
