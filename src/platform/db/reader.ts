import type pg from 'pg';
import { prepare, type Sql } from './sql.ts';

/**
 * Reads. A `Reader` from the database's read pool cannot write: PostgreSQL runs its connections with
 * `default_transaction_read_only`. A `Tx` is a `Reader` too, so a query written for a reader sees the
 * transaction's own changes when it is given one.
 */
export interface Reader {
  /** All rows. */
  all<Row>(statement: Sql<Row>): Promise<Row[]>;
  /** The first row or undefined. */
  first<Row>(statement: Sql<Row>): Promise<Row | undefined>;
}

/** Reads on any connection of a pool, or on one in particular. */
export class PoolReader implements Reader {
  readonly #client: pg.Pool | pg.PoolClient;

  constructor(client: pg.Pool | pg.PoolClient) {
    this.#client = client;
  }

  async all<Row>(statement: Sql<Row>): Promise<Row[]> {
    const result = await this.#client.query(prepare(statement));
    return result.rows as Row[];
  }

  async first<Row>(statement: Sql<Row>): Promise<Row | undefined> {
    return (await this.all(statement))[0];
  }
}
