/** What a worker tells the primary process. */
export type FromWorker = { kind: 'serving' } | { kind: 'words'; topic: string; words: unknown; to: number | null };

/** What the primary process tells a worker. */
export type ToWorker =
  | { kind: 'direct' }
  | { kind: 'stop'; signal: string }
  | { kind: 'words'; topic: string; words: unknown; from: number }
  | { kind: 'came' | 'gone'; from: number };
