import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Selection } from '../../platform/export/access.ts';
import type { Self } from '../erasure/self.ts';

/**
 * For each table, the rows in an export of one person, or the reason for none. Tables that also concern others list
 * their columns, so that a new column is excluded until it is decided.
 */
export type PersonRows = Readonly<Record<string, readonly Selection[] | string>>;

/** Somebody whose rows are looked for. */
export interface Exported {
  organizationId: string;
  self: Self;
}

/** Why a table has nothing of a person in an export. */
export const NOBODYS = 'is the organization’s, and of no person';
export const DERIVED = 'says again what other tables hold, for the program';

/** Rows whose column names one of these. */
export const isIn = (column: string, ids: readonly string[]): Sql => sql`t.${sql.raw(column)} = any(${ids}::text[])`;

/** Rows whose column has one of these numbers. */
export const isOf = (column: string, ids: readonly number[]): Sql => sql`t.${sql.raw(column)} = any(${ids}::bigint[])`;
