/** Something about a call that its author can mend. */
export class Mistake extends Error {
  override name = 'Mistake';
}
