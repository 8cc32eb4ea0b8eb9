declare module 'edmonds-blossom-fixed' {
  /** Finds a matching of maximum weight. Returns the partner of each vertex (−1: none), up to the highest vertex of an
   * edge. Weights are integers. With `maxCardinality` it considers only matchings with the most pairs. */
  export default function maxWeightMatching(
    edges: readonly (readonly [one: number, other: number, weight: number])[],
    maxCardinality?: boolean,
  ): number[];
}
