import { isDeepStrictEqual } from 'node:util';

/**
 * Whether writing these values would change the row. What changes nothing is not written: `timeLastModified` tells of
 * changes, not of requests.
 */
export function isChange<Row extends object>(row: Row, values: Partial<Row>): boolean {
  return changedNames(row, values).length > 0;
}

/** Returns the names of the values that differ from the row's. */
export function changedNames<Row extends object>(row: Row, values: Partial<Row>): (keyof Row)[] {
  return (Object.keys(values) as (keyof Row)[]).filter((name) => !isDeepStrictEqual(values[name], row[name]));
}

/** Returns the elements that are in only one of two lists. */
export function inOneOnly(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((id) => !other.includes(id)), ...other.filter((id) => !one.includes(id))];
}
