/** A schema whose values cannot all be listed, or are too many to have an index each. */
export class NotFinite extends Error {
  override name = 'NotFinite';
}
