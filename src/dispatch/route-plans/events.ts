import { Trigger } from '../../../rules/webhook-triggers.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { audienceOfLists, type ListOwner } from '../events/audience.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import type { TriggerOf } from '../events/kinds.ts';
import type { ActionContext } from '../http/caller.ts';
import { presentRoutePlan } from './present.ts';
import type { RoutePlanRow } from './queries.ts';

/** Emits an event of a route plan, with the plan as it is now (clients.md D.2), and for live views also whose it was `before`. */
export function emitRoutePlan(
  tx: Tx,
  trigger: TriggerOf<'routePlan'>,
  plan: RoutePlanRow,
  { by, before }: { by?: ActionContext; before?: RoutePlanRow } = {},
): void {
  emitDispatchEvent(tx, {
    organizationId: plan.organizationId,
    kind: 'routePlan',
    audience: audienceOfLists(...ownersOf(plan), ...(before ? ownersOf(before) : [])),
    trigger,
    ...(by ? { by } : {}),
    payload: { routePlanId: plan.id, workerId: plan.workerId, data: { routePlan: presentRoutePlan(plan) } },
    // The first plan starts the organization's log reader (`follow-tasks.ts`).
    state: trigger === Trigger.routePlanCreated,
  });
}

/** Tells live views that a route plan is gone; webhooks have no trigger for it. */
export function emitRoutePlanDeleted(tx: Tx, plan: RoutePlanRow, by: ActionContext): void {
  emitDispatchEvent(tx, {
    organizationId: plan.organizationId,
    kind: 'routePlanDeleted',
    audience: audienceOfLists(...ownersOf(plan)),
    by,
    payload: { routePlanId: plan.id, tasks: plan.tasks },
  });
}

/** Returns the owners of the lists with the plan's tasks: the worker or the team; empty while nobody has them. */
function ownersOf({ organizationId, workerId, teamId }: RoutePlanRow): ListOwner[] {
  const owners: ListOwner[] = [];
  if (workerId) owners.push({ type: 'WORKER', id: workerId });
  if (teamId) owners.push({ type: 'TEAM', id: teamId });
  return owners.length > 0 ? owners : [{ type: 'ORGANIZATION', id: organizationId }];
}
