import type { Trigger } from '../../../rules/webhook-triggers.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { ActionContext } from '../http/caller.ts';
import {
  type DispatchEventKind,
  type PayloadOf,
  type TriggerOf,
  triggerOfKind,
  type UntriggeredKind,
} from './kinds.ts';

interface EventFields<Kind extends DispatchEventKind> {
  organizationId: string;
  kind: Kind;
  audience: string[];
  by?: ActionContext | undefined;
  payload: PayloadOf<Kind>;
  /** Whether requests are authorized by what changed. */
  state?: boolean;
}

/** An event of dispatch for the log; with a trigger where its kind has several. */
type DispatchEvent<Kind extends DispatchEventKind> = EventFields<Kind> &
  ([TriggerOf<Kind>] extends [never] ? object : { trigger: TriggerOf<Kind> | null });

/** Appends to the log what happened and who did it, in the form that webhooks receive (spec: dispatch 6). */
export function emitDispatchEvent<Kind extends DispatchEventKind>(tx: Tx, event: DispatchEvent<Kind>): void {
  appendEvent(tx, event, 'trigger' in event ? event.trigger : triggerOfKind(event.kind));
}

/** Emits the same to live views and readers of the log alone: no webhook is called. */
export function emitWithoutTrigger<Kind extends DispatchEventKind>(tx: Tx, event: EventFields<Kind>): void {
  appendEvent(tx, event, null);
}

function appendEvent(
  tx: Tx,
  { organizationId, kind, audience, by, payload, state = false }: EventFields<DispatchEventKind>,
  trigger: Trigger | null,
): void {
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

/**
 * Emits that something of the fleet has changed, to those who follow it live and to caches. Webhooks receive nothing.
 * @param options.state whether requests are authorized by what has changed
 */
export function emitChange<Kind extends UntriggeredKind>(
  tx: Tx,
  kind: Kind,
  payload: PayloadOf<Kind>,
  { state = false }: { state?: boolean } = {},
): void {
  const { organizationId } = tx;

  appendEvent(tx, { organizationId, kind, audience: ['console'], payload, state }, null);
}
