import type { AppendedEvent } from '../../platform/events/log.ts';
import type { EventQueue } from './queue.ts';

/*
 * Events of channels that are archived or unarchived. client: without the capability `archived_channels` archived
 * channels do not exist: one is deleted or created together with the subscriptions to it. With it, the channel is
 * updated.
 */

interface ArchivalEvent {
  /** Only for these events; not sent to clients. */
  archives?: boolean;
  /**
   * Only for events about already archived channels, which only clients with the capability know; not sent to clients.
   */
  ofArchived?: boolean;
  streams: readonly { stream_id: number; name: string }[];
}

export function knowsArchivedChannels({ options }: Pick<EventQueue, 'options'>): boolean {
  return options.capabilities.archived_channels ?? false;
}

/** Whether an event tells a client anything: whoever knows of archived channels still has the subscription to one. */
export function isNewToClient(queue: Pick<EventQueue, 'options'>, { part, kind, payload }: AppendedEvent): boolean {
  if (part !== 'chat' || (kind !== 'subscription' && kind !== 'stream')) return true;
  const { archives, ofArchived } = payload as Partial<ArchivalEvent>;
  if (ofArchived) return knowsArchivedChannels(queue);
  return kind === 'stream' || archives === undefined || !knowsArchivedChannels(queue);
}

/** An event about a channel in the form that the client knows. */
export function channelEventFor(payload: object, knowsArchived: boolean): object {
  const { archives, ofArchived: _, ...event } = payload as ArchivalEvent;
  if (archives === undefined || !knowsArchived) return event;
  const [{ stream_id, name }] = event.streams as [ArchivalEvent['streams'][number]];
  return { type: 'stream', op: 'update', stream_id, name, property: 'is_archived', value: archives };
}
