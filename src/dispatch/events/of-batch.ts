import type { AppendedEvent } from '../../platform/events/log.ts';

/** Tasks that come in a batch have no trigger of their own: webhooks are told of the batch. @returns whether the event is of such a task */
export function isOfBatch({ at, payload }: AppendedEvent): boolean {
  const { triggerId, data } = (payload ?? {}) as { triggerId?: unknown; data?: { task?: { timeCreated?: number } } };
  return typeof triggerId !== 'number' && data?.task?.timeCreated === at.getTime();
}
