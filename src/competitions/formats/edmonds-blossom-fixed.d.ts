declare module 'edmonds-blossom-fixed' {
  /** The partner of each vertex (−1: none) in a matching of maximum weight, up to the highest vertex of an edge.
   * Weights are integers. `maxCardinality`: only matchings with the most pairs. */
  export default function maxWeightMatching(
    edges: readonly (readonly [one: number, other: number, weight: number])[],
    maxCardinality?: boolean,
  ): number[];
}
