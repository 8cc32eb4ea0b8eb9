import type { RequestRow } from './requests.ts';

export interface CommitmentRow {
  id: string;
  playerId: string;
  serverSeed: Uint8Array;
  commitment: string;
}

/** Server seeds that the server is bound to before a game uses them. */
export interface FairnessStore {
  addCommitment(row: CommitmentRow, request: RequestRow | null): Promise<boolean>;
  commitment(id: string): Promise<CommitmentRow | null>;
  isUsed(commitmentId: string): Promise<boolean>;
  /** How many of the newest `limit` commitments of a player no game has used. */
  unused(playerId: string, limit: number): Promise<number>;
}
