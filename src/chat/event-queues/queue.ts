import { ChatError } from '../http/errors.ts';
import type { IsOperand } from '../narrow/parse.ts';

/** Capabilities that a client declared (`client_capabilities`). */
export type Capabilities = Readonly<Record<string, boolean>>;

/**
 * One condition on a queue's message events: what can be said of a message at the moment it is sent. People are IDs;
 * one that the client does not know is null, and so nobody.
 */
export type QueueTerm = { negated: boolean } & (
  | { operator: 'channel'; operand: number | string }
  | { operator: 'topic'; operand: string }
  | { operator: 'sender'; operand: number | null }
  | { operator: 'dm' | 'dm-including'; operand: (number | null)[] }
  | { operator: 'id'; operand: number }
  | { operator: 'is'; operand: IsOperand }
);

/** The events that a queue receives, and their form. Kept with the queue as JSON. */
export interface QueueOptions {
  /** Name of the client program that registered. */
  client: string;
  /** Null: every type. */
  eventTypes: string[] | null;
  /** Concerns message events only. */
  narrow: QueueTerm[];
  allPublicStreams: boolean;
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  includeSubscribers: boolean | 'partial';
  capabilities: Capabilities;
}

/** A client's event queue: a cursor in the organization's log, and a filter (docs/decisions/0009-events-by-cursor.md). */
export interface EventQueue {
  organizationId: string;
  id: string;
  userId: number;
  /** The log's head at registration. */
  base: number;
  options: QueueOptions;
  /** Seconds without a poll after which it is gone. */
  idleSeconds: number;
  createdAt: Date;
  polledAt: Date;
}

/** client: the list of muted topics is the older form of `user_topic`, for clients that do not receive that. */
export function receivesMutedTopics({ eventTypes }: QueueOptions): boolean {
  return (eventTypes?.includes('muted_topics') ?? false) && !eventTypes?.includes('user_topic');
}

export function isExpired(queue: EventQueue, now: Date): boolean {
  return now.getTime() - queue.polledAt.getTime() > queue.idleSeconds * 1000;
}

/** client: this code makes them register anew. The same for a queue that is another person's or never was. */
export function badEventQueueId(queueId: string): ChatError {
  return new ChatError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { queue_id: queueId });
}
