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
async function lock(tx: Tx, organizationId: string): Promise<LinkifierRow[]> {
  await tx.position(organizationId);
  return loadLinkifiers(tx, organizationId);
}

/** @returns its ID @throws {ChatError} `BAD_REQUEST` */
export async function doAddLinkifier(tx: Tx, organizationId: string, given: Omit<LinkifierRow, 'id'>): Promise<number> {
  checkLinkifier(given);
  const existing = await lock(tx, organizationId);
  if (existing.length >= MAX_LINKIFIERS) throw badRequest(`Too many linkifiers (limit: ${MAX_LINKIFIERS})`);
  checkIsNew(existing, given.pattern);
  const id = await insertLinkifier(tx, organizationId, given);
  audit(tx, organizationId, 'linkifier.created', undefined, { ...given, id });
  await emitLinkifiers(tx, organizationId);
  return id;
}

/** @param given what is undefined stays @throws {ChatError} `BAD_REQUEST` */
export async function doUpdateLinkifier(
  tx: Tx,
  organizationId: string,
  id: number,
  given: { [Name in keyof Omit<LinkifierRow, 'id'>]: LinkifierRow[Name] | undefined },
): Promise<void> {
  const existing = await lock(tx, organizationId);
  const old = existing.find((each) => each.id === id);
  if (!old) throw notFound();
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const linkifier: LinkifierRow = { ...old, ...known };
  checkLinkifier(linkifier);
  checkIsNew(
    existing.filter((each) => each !== old),
    linkifier.pattern,
  );
  await updateLinkifierRow(tx, organizationId, linkifier);
  audit(tx, organizationId, 'linkifier.changed', old, linkifier);
  await emitLinkifiers(tx, organizationId);
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function doRemoveLinkifier(tx: Tx, organizationId: string, id: number): Promise<void> {
  const old = (await lock(tx, organizationId)).find((each) => each.id === id);
  if (!old || !(await deleteLinkifier(tx, organizationId, id))) throw notFound();
  audit(tx, organizationId, 'linkifier.removed', old, undefined);
  await emitLinkifiers(tx, organizationId);
}

/** @param ids those of all linkifiers @throws {ChatError} `BAD_REQUEST` */
export async function doOrderLinkifiers(tx: Tx, organizationId: string, ids: readonly number[]): Promise<void> {
  const existing = await lock(tx, organizationId);
  const all = existing.map(({ id }) => id);
  if (!isOrderOf(ids, all)) throw badRequest('The ordered list must enumerate all existing linkifiers exactly once');
  await orderLinkifiers(tx, organizationId, ids);
  tx.audit({ organizationId, action: 'linkifier.reordered', details: { order: { from: all, to: ids } } });
  await emitLinkifiers(tx, organizationId);
}

function audit(
  tx: Tx,
  organizationId: string,
  action: `linkifier.${string}`,
  before: LinkifierRow | undefined,
  after: LinkifierRow | undefined,
): void {
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

async function emitLinkifiers(tx: Tx, organizationId: string): Promise<void> {
  const realm_linkifiers = await presentedLinkifiers(tx, organizationId);
  emitChatEvent(tx, organizationId, ['organization'], { type: 'realm_linkifiers', realm_linkifiers }, { state: true });
}
