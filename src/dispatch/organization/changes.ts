import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/db/tx.ts';

/**
 * Whether writing these values would change the row. What changes nothing is not written: `timeLastModified` tells of
 * changes, not of requests.
 */
export function isChange<Row extends object>(row: Row, values: Partial<Row>): boolean {
  return Object.entries(values).some(([name, value]) => !isDeepStrictEqual(value, row[name as keyof Row]));
}

/** Those that are in one of two lists only. */
export function inOneOnly(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((id) => !other.includes(id)), ...other.filter((id) => !one.includes(id))];
}

/** What has changed, and which workers, teams and tasks are not what they were with it: a relation has two ends. */
interface ChangedThing {
  id: string;
  workers?: readonly string[];
  teams?: readonly string[];
  tasks?: readonly string[];
}

/**
 * Emits that something of the fleet has changed, for those who follow it live. Nobody else is concerned:
 * webhooks have events of their own.
 * @param options.state whether requests are authorized by what has changed
 */
export function emitChange(
  tx: Tx,
  organizationId: string,
  kind: string,
  payload: ChangedThing,
  { state = false }: { state?: boolean } = {},
): void {
  tx.emit({ organizationId, part: 'dispatch', kind, audience: ['console'], payload, state });
}
