/** Where a game stands in its competition; bound into the first link of the game's hash chain. */
export interface Place {
  competitionId: string;
  round: number;
  /** of the round, from 1 */
  table: number;
  /** of the competition, from 1 */
  board: number;
  /** of the board, from 1 */
  copy: number;
  /** whether the board is played more than once, so that nobody but its player sees the game before its last copy is over */
  sealed: boolean;
}
