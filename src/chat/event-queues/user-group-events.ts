import type { AppendedEvent } from '../../platform/events/log.ts';
import type { EventQueue } from './queue.ts';

/** An event about a group as the log has it, with what its form for older clients needs. */
interface GroupEvent {
  op: string;
  group_id?: number;
  data?: { deactivated?: boolean };
  /** With a reactivation: the whole group. */
  group?: unknown;
  /** The group is a deactivated one. */
  of_deactivated?: boolean;
}

/** client: without the capability `include_deactivated_groups` there are no deactivated groups. */
export function knowsDeactivatedGroups(queue: Pick<EventQueue, 'options'>): boolean {
  return queue.options.capabilities.include_deactivated_groups ?? false;
}

/** Whether a queue's client knows what the event is about. */
export function isKnownToClient(queue: Pick<EventQueue, 'options'>, event: AppendedEvent): boolean {
  if (event.part !== 'chat' || event.kind !== 'user_group') return true;
  return !(event.payload as GroupEvent).of_deactivated || knowsDeactivatedGroups(queue);
}

/** An event about a group in the form that the client knows: deactivation is a removal where it knows no such groups. */
export function groupEventFor(payload: object, knowsDeactivated: boolean): object {
  const { of_deactivated, group, ...event } = payload as GroupEvent;
  if (event.op === 'add') return { ...event, group };
  const { group_id, data } = event;
  if (knowsDeactivated || data?.deactivated === undefined) return event;
  const type = 'user_group';
  return data.deactivated ? { type, op: 'remove', group_id } : { type, op: 'add', group };
}
