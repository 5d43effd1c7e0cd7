import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/db/tx.ts';

/**
 * Whether writing these values would change the row. What changes nothing is not written: `timeLastModified` tells of
 * changes, not of requests.
 */
export function isChange<Row extends object>(row: Row, values: Partial<Row>): boolean {
  return Object.entries(values).some(([name, value]) => !isDeepStrictEqual(value, row[name as keyof Row]));
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
  payload: { id: string },
  { state = false }: { state?: boolean } = {},
): void {
  tx.emit({ organizationId, part: 'dispatch', kind, audience: ['console'], payload, state });
}
