/** What all problems of one code have in common. */
export interface ProblemKind {
  status: number;
  title: string;
  /** what a caller does about it */
  remedy: string;
  /** seconds, in the header `Retry-After` */
  retryAfter?: number;
}
