import type pg from 'pg';
import type { StatementTimer } from './slow-statements.ts';
import { prepare, type Sql } from './sql.ts';

/**
 * Reads of any organization: for what crosses organizations or belongs to none. A reader from the database's read pool
 * cannot write: PostgreSQL runs its connections with `default_transaction_read_only` (docs/decisions/0008-read-pool.md).
 * A transaction is a reader too, so a query written for a reader sees the transaction's own changes when it is given one.
 */
export interface PlainReader {
  /** All rows. */
  all<Row>(statement: Sql<Row>): Promise<Row[]>;
  /** The first row or undefined. */
  first<Row>(statement: Sql<Row>): Promise<Row | undefined>;
  /** The same reads, bound to an organization. */
  of(organizationId: string): Reader;
}

/** Reads of one organization: a query takes the organization from it (docs/decisions/0097-bound-organization.md). */
export interface Reader extends PlainReader {
  readonly organizationId: string;
}

/** Reads, and runs statements that change rows: what the log needs of a transaction. */
export interface Writer extends PlainReader {
  /** The time of the transaction. */
  readonly now: Date;
  /** Runs a statement whose rows do not matter; gives the number of rows it touched. */
  run(statement: Sql): Promise<number>;
}

/** Reads on any connection of a pool, or on one in particular. */
export class PoolReader implements PlainReader {
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

  of(organizationId: string): Reader {
    return new BoundReader(this, organizationId);
  }
}

/** Reads as another reader does, for one organization. */
export class BoundReader implements Reader {
  readonly organizationId: string;
  readonly #plain: Pick<PlainReader, 'all' | 'first'>;

  constructor(plain: Pick<PlainReader, 'all' | 'first'>, organizationId: string) {
    this.#plain = plain;
    this.organizationId = organizationId;
  }

  all<Row>(statement: Sql<Row>): Promise<Row[]> {
    return this.#plain.all(statement);
  }

  first<Row>(statement: Sql<Row>): Promise<Row | undefined> {
    return this.#plain.first(statement);
  }

  of(organizationId: string): Reader {
    return new BoundReader(this.#plain, organizationId);
  }
}
