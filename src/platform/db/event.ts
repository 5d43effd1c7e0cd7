/**
 * One thing that happened, as a transaction hands it over. `part` and `kind` name it; `audience` says which
 * readers it concerns (tags such as `user:7`, `channel:12`, `organization`; their meaning belongs to the part);
 * `payload` is its JSON.
 */
export interface NewEvent {
  organizationId: string;
  part: 'platform' | 'chat' | 'dispatch';
  kind: string;
  audience: readonly string[];
  payload: unknown;
  /**
   * Whether it changes what requests are authorized by (people, channels, permissions, subscriptions, keys).
   * Caches of such facts are dropped by it. Messages and the like are traffic: false.
   */
  state: boolean;
  /**
   * Tables that the change wrote, with their schema (`chat.users`), and `chat.subscriptions@user 7` where only rows of one
   * are concerned. The transaction fills it in. Null: anything may have changed.
   */
  changes?: readonly string[] | null;
}

/** An event as it is appended, with the `traceparent` below which its consequences are, where it is traced. */
export interface TraceableEvent extends NewEvent {
  trace?: string;
}

/** An event with its place in the log. */
export interface AppendedEvent extends NewEvent {
  id: number;
  at: Date;
}

/** One that is read with its place in a trace. */
export interface TracedEvent extends AppendedEvent {
  trace: string | null;
}

/** Position of an organization's log while its lock is held. */
export interface Position {
  /** ID of the last event; this transaction's first event gets the next one. */
  eventId: number;
  /** ID of the last message. */
  messageId: number;
}
