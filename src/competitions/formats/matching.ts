import maxWeightMatching from 'edmonds-blossom-fixed';

/** Two vertices, numbered from 0, that may be a pair, and what that costs: a whole number from 0 to 2^51. */
export type Edge = readonly [one: number, other: number, cost: number];

/** As many pairs as there can be and, among such matchings, the cheapest: the partner of each vertex, null for who has none. */
export function cheapestMatching(vertices: number, edges: readonly Edge[]): (number | null)[] {
  const dearest = edges.reduce((most, [, , cost]) => Math.max(most, cost), 0);
  const partners = maxWeightMatching(
    edges.map(([one, other, cost]) => [one, other, dearest - cost] as const),
    true,
  );
  return Array.from({ length: vertices }, (_, vertex) => {
    const partner = partners[vertex] ?? -1;
    return partner === -1 ? null : partner;
  });
}
