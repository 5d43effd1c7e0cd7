import type pg from 'pg';

/** A job to queue. */
export interface NewJob {
  queue: string;
  data: object;
  /** Not before this time; at once by default. */
  startAfter?: Date;
  /** In a queue that is `isOncePerKey`, and there alone: while a job of this key waits, another is not added. */
  singletonKey?: string;
}

/** Writes jobs on the connection of a transaction. */
export type JobWriter = (client: pg.ClientBase, jobs: readonly NewJob[]) => Promise<void>;
