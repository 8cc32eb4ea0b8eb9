declare module 'edmonds-blossom-fixed' {
  /** Finds a matching of maximum weight. Returns each vertex's partner (−1: none), up to the highest vertex that has an
   * edge. Weights must be integers. With `maxCardinality`, considers only matchings with the most pairs. */
  export default function maxWeightMatching(
    edges: readonly (readonly [one: number, other: number, weight: number])[],
    maxCardinality?: boolean,
  ): number[];
}
