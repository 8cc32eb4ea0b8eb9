/** Which page of a list is wanted. */
export interface PageAsked {
  /** the place in the list at which the page begins, from 1 */
  cursor?: number | undefined;
  /** how many are on it at most */
  limit: number;
}

/** A page of a list that belongs to one version of a competition; `next` is the cursor of the one after it. */
export type Page<L extends string, T> = { version: number; next: number | null } & Record<L, T[]>;

export function pageOf<L extends string, T>(
  version: number,
  name: L,
  list: readonly T[],
  { cursor = 1, limit }: PageAsked,
): Page<L, T> {
  const end = cursor - 1 + limit;
  const page = { version, [name]: list.slice(cursor - 1, end), next: end < list.length ? end + 1 : null };
  return page as Page<L, T>;
}
