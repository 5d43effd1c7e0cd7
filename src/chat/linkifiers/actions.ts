import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { isOrderOf } from '../../platform/ids.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { presentedLinkifiers } from './access.ts';
import type { LinkifierRow } from './linkifier.ts';
import { checkLinkifier } from './pattern.ts';
import { deleteLinkifier, insertLinkifier, loadLinkifiers, orderLinkifiers, updateLinkifierRow } from './queries.ts';

/** Linkifiers of one organization: each message and topic is held against all. */
const MAX_LINKIFIERS = 50;

/** The organization's log is held first, so that two changes at once are made one after the other. */
async function lock(tx: Tx): Promise<LinkifierRow[]> {
  await tx.position();
  return loadLinkifiers(tx);
}

/** @returns its ID @throws {ChatError} `BAD_REQUEST` */
export async function doAddLinkifier(tx: Tx, given: Omit<LinkifierRow, 'id'>): Promise<number> {
  checkLinkifier(given);
  const existing = await lock(tx);
  if (existing.length >= MAX_LINKIFIERS) throw badRequest(`Too many linkifiers (limit: ${MAX_LINKIFIERS})`);
  checkIsNew(existing, given.pattern);
  const id = await insertLinkifier(tx, given);
  audit(tx, 'linkifier.created', undefined, { ...given, id });
  await emitLinkifiers(tx);
  return id;
}

/** @param given what is undefined stays @throws {ChatError} `BAD_REQUEST` */
export async function doUpdateLinkifier(
  tx: Tx,
  id: number,
  given: { [Name in keyof Omit<LinkifierRow, 'id'>]: LinkifierRow[Name] | undefined },
): Promise<void> {
  const existing = await lock(tx);
  const old = existing.find((each) => each.id === id);
  if (!old) throw notFound();
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const linkifier: LinkifierRow = { ...old, ...known };
  checkLinkifier(linkifier);
  checkIsNew(
    existing.filter((each) => each !== old),
    linkifier.pattern,
  );
  await updateLinkifierRow(tx, linkifier);
  audit(tx, 'linkifier.changed', old, linkifier);
  await emitLinkifiers(tx);
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function doRemoveLinkifier(tx: Tx, id: number): Promise<void> {
  const old = (await lock(tx)).find((each) => each.id === id);
  if (!old || !(await deleteLinkifier(tx, id))) throw notFound();
  audit(tx, 'linkifier.removed', old, undefined);
  await emitLinkifiers(tx);
}

/** @param ids those of all linkifiers @throws {ChatError} `BAD_REQUEST` */
export async function doOrderLinkifiers(tx: Tx, ids: readonly number[]): Promise<void> {
  const { organizationId } = tx;

  const existing = await lock(tx);
  const all = existing.map(({ id }) => id);
  if (!isOrderOf(ids, all)) throw badRequest('The ordered list must enumerate all existing linkifiers exactly once');
  await orderLinkifiers(tx, ids);
  tx.audit({ organizationId, action: 'linkifier.reordered', details: { order: { from: all, to: ids } } });
  await emitLinkifiers(tx);
}

function audit(
  tx: Tx,
  action: `linkifier.${string}`,
  before: LinkifierRow | undefined,
  after: LinkifierRow | undefined,
): void {
  const { organizationId } = tx;

  const { id, pattern } = (after ?? before)!;
  const details = changesBetween<LinkifierRow>(before, after, ['pattern', 'urlTemplate']);
  tx.audit({ organizationId, action, object: { kind: 'linkifier', id: String(id), name: pattern }, details });
}

function notFound() {
  return badRequest('Linkifier not found.');
}

function checkIsNew(existing: readonly LinkifierRow[], pattern: string): void {
  if (existing.some((each) => each.pattern === pattern))
    throw badRequest('A linkifier with this pattern already exists.');
}

async function emitLinkifiers(tx: Tx): Promise<void> {
  const realm_linkifiers = await presentedLinkifiers(tx);
  emitChatEvent(
    tx,
    tx.organizationId,
    ['organization'],
    { type: 'realm_linkifiers', realm_linkifiers },
    { state: true },
  );
}
