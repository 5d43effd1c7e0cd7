import type { Tx } from '../../platform/db/tx.ts';

/**
 * Tells the log that something of the fleet has changed, for those who watch it live. Nobody else is concerned:
 * webhooks have events of their own.
 * @param options.state whether requests are judged by what has changed
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
