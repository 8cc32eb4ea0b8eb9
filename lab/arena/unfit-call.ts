/** Something about a competition that whoever asked for it can mend; the message says what. */
export class UnfitCall extends Error {
  override name = 'UnfitCall';
}
