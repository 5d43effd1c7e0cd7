import type { Reader } from './reader.ts';

/** Who does something. */
export interface AuditActor {
  /** `key`: the organization's own; `command`: the command line; `server`: by itself; `nobody`: not signed in. */
  kind: 'person' | 'administrator' | 'worker' | 'bot' | 'key' | 'command' | 'server' | 'nobody';
  id: string | null;
  /** What they are called; looked up when something is written, for nothing else needs it. */
  name: string | null | ((reader: Reader) => Promise<string | null>);
  /** Where they are signed in with a browser: there alone the audit log tells who they are. */
  organizationId?: string;
}

/** Whoever is not signed in. */
export const NOBODY: AuditActor = { kind: 'nobody', id: null, name: null };

/** Who opens a transaction, and from where. */
export interface Origin {
  actor: AuditActor;
  /** Of the network, past the proxies that are trusted. */
  address: string | null;
  /** As the client names itself. */
  userAgent: string | null;
}

/** A value that changed: of something new there is only `to`, of something that is gone only `from`. */
export interface AuditedChange {
  from?: unknown;
  to?: unknown;
}

/** What an administrative change leaves in the audit log. Never a secret, and never what a message says. */
export interface AuditEntry {
  organizationId: string;
  /** What was done: `webhook.created`. */
  action: `${string}.${string}`;
  /** What it was done to, with its name at the time. */
  object?: { kind: string; id: string | null; name: string | null };
  details?: Readonly<Record<string, AuditedChange>>;
  /** Who did it, where that is somebody else than who opened the transaction: whoever signs in by it. */
  actor?: AuditActor;
}

/** An entry with who opened its transaction. */
export type OriginatedEntry = AuditEntry & { origin: Origin };

/**
 * What differs between a thing before and after, as an entry's details.
 * @param names of the values that are told; others (secrets, texts) are not
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
