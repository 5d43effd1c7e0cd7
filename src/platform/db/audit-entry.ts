import type { PlainReader } from './reader.ts';

/** Author of an action. */
export interface AuditActor {
  /** `key`: the organization's own; `command`: the command line; `server`: by itself; `nobody`: not signed in. */
  kind: 'person' | 'administrator' | 'worker' | 'bot' | 'key' | 'command' | 'server' | 'nobody';
  id: string | null;
  /** Name of the author; only looked up when an entry is written. */
  name: string | null | ((reader: PlainReader) => Promise<string | null>);
  /** Organization of the author's session: only its audit log names them. */
  organizationId?: string;
}

/** Whoever is not signed in. */
export const NOBODY: AuditActor = { kind: 'nobody', id: null, name: null };

/** Author and address of a transaction. */
export interface Origin {
  actor: AuditActor;
  /** Network address behind the trusted proxies. */
  address: string | null;
  /** As the client names itself. */
  userAgent: string | null;
}

/** A value that changed: of something new there is only `to`, of something that is gone only `from`. */
export interface AuditedChange {
  from?: unknown;
  to?: unknown;
}

/** Audit entry of an administrative change. It never contains a secret or the content of a message. */
export interface AuditEntry {
  organizationId: string;
  /** Action, such as `webhook.created`. */
  action: `${string}.${string}`;
  /** Object of the action, with its name at the time. */
  object?: { kind: string; id: string | null; name: string | null };
  details?: Readonly<Record<string, AuditedChange>>;
  /** Author, if not the one who opened the transaction: the person who signs in by it. */
  actor?: AuditActor;
}

/** An entry with who opened its transaction. */
export type OriginatedEntry = AuditEntry & { origin: Origin };

/**
 * Returns the differences of an object before and after, as an entry's details.
 * @param names of the values to record; others (secrets, texts) are not
 */
export function changesBetween<Thing extends object>(
  before: Partial<Thing> | undefined,
  after: Partial<Thing> | undefined,
  names: readonly (keyof Thing & string)[],
): Record<string, AuditedChange> {
  const details: Record<string, AuditedChange> = {};
  for (const name of names) {
    const [from, to] = [before?.[name], after?.[name]];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    details[name] = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  }
  return details;
}
