import type pg from 'pg';
import type { StatementTimer } from './slow-statements.ts';
import { prepare, type Sql } from './sql.ts';

/**
 * Reads. A `Reader` from the database's read pool cannot write: PostgreSQL runs its connections with
 * `default_transaction_read_only` (docs/decisions/0008-read-pool.md). A `Tx` is a `Reader` too, so a query written
 * for a reader sees the transaction's own changes when it is given one.
 */
export interface Reader {
  /** All rows. */
  all<Row>(statement: Sql<Row>): Promise<Row[]>;
  /** The first row or undefined. */
  first<Row>(statement: Sql<Row>): Promise<Row | undefined>;
}

/** Reads, and runs statements that change rows: what the log needs of a transaction. */
export interface Writer extends Reader {
  /** The time of the transaction. */
  readonly now: Date;
  /** Runs a statement whose rows do not matter; gives the number of rows it touched. */
  run(statement: Sql): Promise<number>;
}

/** Reads on any connection of a pool, or on one in particular. */
export class PoolReader implements Reader {
  readonly #client: pg.Pool | pg.PoolClient;
  readonly #took: StatementTimer;
  readonly #failed: ((error: unknown) => void) | undefined;

  /** @param failed gets each statement's error, which is thrown all the same */
  constructor(client: pg.Pool | pg.PoolClient, took: StatementTimer, failed?: (error: unknown) => void) {
    this.#client = client;
    this.#took = took;
    this.#failed = failed;
  }

  async all<Row>(statement: Sql<Row>): Promise<Row[]> {
    try {
      const prepared = prepare(statement);
      const begin = performance.now();
      const result = await this.#client.query(prepared);
      this.#took(prepared, performance.now() - begin);
      return result.rows as Row[];
    } catch (error) {
      this.#failed?.(error);
      throw error;
    }
  }

  async first<Row>(statement: Sql<Row>): Promise<Row | undefined> {
    return (await this.all(statement))[0];
  }
}
