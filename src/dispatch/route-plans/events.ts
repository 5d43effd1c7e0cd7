import type { Tx } from '../../platform/db/tx.ts';
import { emitTriggered } from '../events/emit.ts';
import { Trigger } from '../events/triggers.ts';
import type { ActionContext } from '../http/caller.ts';
import { presentRoutePlan } from './present.ts';
import type { RoutePlanRow } from './queries.ts';

/** Emits an event of a route plan, with the plan as it is now (clients.md D.2). */
export function emitRoutePlan(tx: Tx, trigger: Trigger | null, plan: RoutePlanRow, by?: ActionContext): void {
  emitTriggered(tx, {
    organizationId: plan.organizationId,
    kind: 'routePlan',
    audience: ['organization', ...(plan.workerId ? [`worker:${plan.workerId}`] : [])],
    trigger,
    ...(by ? { by } : {}),
    payload: { routePlanId: plan.id, workerId: plan.workerId, data: { routePlan: presentRoutePlan(plan) } },
    // The first plan starts the organization's log reader (`follow-tasks.ts`).
    state: trigger === Trigger.routePlanCreated,
  });
}
