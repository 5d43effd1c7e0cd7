import type { Tx } from '../../platform/db/tx.ts';
import type { ActionContext } from '../http/caller.ts';
import type { Trigger } from './triggers.ts';

/** What happened, in the form that webhooks send on (spec: dispatch 6). */
export interface TriggeredEvent {
  organizationId: string;
  kind: string;
  audience: string[];
  /** Null: it concerns live views only. */
  trigger: Trigger | null;
  by?: ActionContext;
  payload: object;
  /** Whether requests are authorized by what changed. */
  state?: boolean;
}

/** Appends to the log what happened, with who did it. */
export function emitTriggered(tx: Tx, event: TriggeredEvent): void {
  const { organizationId, kind, audience, trigger, by, payload, state = false } = event;
  tx.emit({
    organizationId,
    part: 'dispatch',
    kind,
    audience,
    payload: {
      ...(trigger === null ? {} : { triggerId: trigger }),
      ...(by ? { adminId: by.type === 'ADMIN' ? by.id : null, actionContext: by } : {}),
      ...payload,
    },
    state,
  });
}
