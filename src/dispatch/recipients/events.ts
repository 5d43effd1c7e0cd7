import type { Tx } from '../../platform/db/tx.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import type { ActionContext } from '../http/caller.ts';
import { presentRecipient } from './present.ts';
import type { RecipientRow } from './queries.ts';

/**
 * Tells live views of a recipient who came or changed. The tag names whom it is about: which dispatchers may see a recipient follows
 * from tasks, so the view's reader asks.
 */
export function emitRecipient(
  tx: Tx,
  kind: 'recipientCreated' | 'recipientUpdated',
  row: RecipientRow,
  by?: ActionContext,
): void {
  emitDispatchEvent(tx, {
    organizationId: row.organizationId,
    kind,
    audience: ['organization', `recipient:${row.id}`],
    ...(by ? { by } : {}),
    payload: { recipient: presentRecipient(row) },
  });
}
