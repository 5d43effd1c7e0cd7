import { type AuditActor, NOBODY, type OriginatedEntry } from '../db/audit-entry.ts';
import type { PlainReader } from '../db/reader.ts';
import type { PlainTx } from '../db/tx.ts';
import { labelOf } from '../sessions/session.ts';
import { newEntryId } from './entry-id.ts';
import { type AuditRow, insertEntries } from './queries.ts';

/** Longer texts (a description, a filter) are cut: an entry says what was changed, and is no copy of it. */
const MAX_TEXT = 500;
/** Longer lists too, and say how many more there were. */
const MAX_LIST = 100;

/** Writes what a transaction changed in an organization's administration, in that transaction. */
export async function writeEntries(tx: PlainTx, entries: readonly OriginatedEntry[]): Promise<void> {
  const rows: AuditRow[] = [];
  const nameOf = namesOf(tx);
  for (const { organizationId, action, object, details = {}, actor, origin } of entries) {
    const who = asKnownTo(organizationId, actor ?? origin.actor);
    rows.push({
      organizationId,
      id: newEntryId(tx.now, rows.length),
      at: tx.now,
      actorKind: who.kind,
      actorId: who.id,
      actorName: cut(await nameOf(who)) as string | null,
      action,
      objectKind: object?.kind ?? null,
      objectId: object?.id ?? null,
      objectName: cut(object?.name ?? null) as string | null,
      details: Object.fromEntries(Object.entries(details).map(([name, change]) => [name, shortened(change)])),
      address: origin.address,
      client: origin.userAgent === null ? null : labelOf(origin.userAgent),
    });
  }
  await insertEntries(tx, rows);
}

/** A link of one organization may be opened in a browser that is signed in to another, whose people it is not told. */
const asKnownTo = (organizationId: string, actor: AuditActor) =>
  actor.organizationId === undefined || actor.organizationId === organizationId ? actor : NOBODY;

/** Looks a name up once, however many entries whoever opened the transaction leaves. */
function namesOf(reader: PlainReader): (actor: AuditActor) => Promise<string | null> {
  const names = new Map<AuditActor, string | null>();
  return async (actor) => {
    const { name } = actor;
    if (typeof name !== 'function') return name;
    if (!names.has(actor)) names.set(actor, await name(reader));
    return names.get(actor)!;
  };
}

const shortened = (change: object) =>
  Object.fromEntries(Object.entries(change).map(([side, value]) => [side, cut(value)]));

function cutList(list: readonly unknown[]): unknown[] {
  const shown = list.slice(0, MAX_LIST).map(cut);
  return list.length > MAX_LIST ? [...shown, `… ${list.length - MAX_LIST} more`] : shown;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT).toWellFormed()}…` : value;
  if (Array.isArray(value)) return cutList(value);
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member)]));
}
