import type { Tx } from '../../platform/db/tx.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import type { ActionContext } from '../http/caller.ts';
import { presentDestination } from './present.ts';
import type { DestinationRow } from './queries.ts';

/**
 * Tells live views of a destination that came or changed; of one that came with a task, the task's own event tells. The tag names
 * what it is about: which dispatchers may see a destination follows from tasks, so the view's reader asks.
 */
export function emitDestination(
  tx: Tx,
  kind: 'destinationCreated' | 'destinationUpdated',
  row: DestinationRow,
  by: ActionContext,
): void {
  emitDispatchEvent(tx, {
    organizationId: row.organization_id,
    kind,
    audience: ['organization', `destination:${row.id}`],
    by,
    payload: { destination: presentDestination(row) },
  });
}
