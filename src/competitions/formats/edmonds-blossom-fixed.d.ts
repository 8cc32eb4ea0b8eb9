declare module 'edmonds-blossom-fixed' {
  /**
   * The partner of each vertex in a matching of the greatest weight, −1 for who has none. Vertices are numbered from 0,
   * and the last one that is answered is the last that an edge names; without an edge the answer is empty. Weights are
   * whole numbers. `maxCardinality`: among the matchings with the most pairs alone.
   */
  export default function maxWeightMatching(
    edges: readonly (readonly [one: number, other: number, weight: number])[],
    maxCardinality?: boolean,
  ): number[];
}
