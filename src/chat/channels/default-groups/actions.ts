import { changesBetween } from '../../../platform/db/audit-entry.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { type AudienceTag, emitChatEvent } from '../../events/emit.ts';
import { badRequest } from '../../http/errors.ts';
import { findDefaultGroup, loadDefaultGroups, MAX_DEFAULT_GROUPS, presentedDefaultGroups } from './access.ts';
import type { DefaultGroup } from './group.ts';
import { deleteDefaultGroup, insertDefaultGroup, removeFromDefaultGroups, updateDefaultGroup } from './queries.ts';

/** Makes a group; the caller holds the organization's log. @throws {ChatError} `BAD_REQUEST` */
export async function doCreateDefaultGroup(
  tx: Tx,
  organizationId: string,
  given: Omit<DefaultGroup, 'id'>,
): Promise<void> {
  const existing = await loadDefaultGroups(tx, organizationId);
  if (existing.length >= MAX_DEFAULT_GROUPS)
    throw badRequest(`Too many default channel groups (limit: ${MAX_DEFAULT_GROUPS})`);
  checkIsNew(existing, given.name);
  const id = await insertDefaultGroup(tx, organizationId, given);
  await doEmitDefaultGroups(tx, organizationId);
  tx.audit({ organizationId, action: 'default_channel_group.created', object: objectOf({ id, name: given.name }) });
}

/** Changes a group; the caller holds the organization's log. @throws {ChatError} `BAD_REQUEST` */
export async function doUpdateDefaultGroup(
  tx: Tx,
  organizationId: string,
  id: number,
  change: (before: DefaultGroup) => Partial<Omit<DefaultGroup, 'id'>>,
): Promise<void> {
  const existing = await loadDefaultGroups(tx, organizationId);
  const before = findDefaultGroup(existing, id);
  const after = { ...before, ...change(before) };
  const details = changesBetween<DefaultGroup>(before, after, ['name', 'description', 'channelIds']);
  if (Object.keys(details).length === 0) return;
  checkIsNew(
    existing.filter((group) => group !== before),
    after.name,
  );
  await updateDefaultGroup(tx, organizationId, after);
  await doEmitDefaultGroups(tx, organizationId);
  tx.audit({ organizationId, action: 'default_channel_group.changed', object: objectOf(after), details });
}

/** Deletes a group; its channels stay as they are. @throws {ChatError} `BAD_REQUEST` */
export async function doDeleteDefaultGroup(tx: Tx, organizationId: string, id: number): Promise<void> {
  const group = findDefaultGroup(await loadDefaultGroups(tx, organizationId), id);
  await deleteDefaultGroup(tx, organizationId, id);
  await doEmitDefaultGroups(tx, organizationId);
  tx.audit({ organizationId, action: 'default_channel_group.deleted', object: objectOf(group) });
}

/** A channel that is archived, private or a default one from now on is in no group. */
export async function doLeaveDefaultGroups(tx: Tx, organizationId: string, channelId: number): Promise<void> {
  if ((await removeFromDefaultGroups(tx, organizationId, channelId)) > 0) await doEmitDefaultGroups(tx, organizationId);
}

/**
 * The groups as they stand now. Guests are told of none, as of default channels.
 * @param audience all but guests
 */
export async function doEmitDefaultGroups(
  tx: Tx,
  organizationId: string,
  audience: readonly AudienceTag[] = ['members'],
): Promise<void> {
  const default_stream_groups = await presentedDefaultGroups(tx, organizationId);
  const event = { type: 'default_stream_groups', default_stream_groups } as const;
  emitChatEvent(tx, organizationId, audience, event, { state: true });
}

const objectOf = ({ id, name }: Pick<DefaultGroup, 'id' | 'name'>) => ({
  kind: 'default channel group',
  id: String(id),
  name,
});

function checkIsNew(existing: readonly DefaultGroup[], name: string): void {
  if (existing.some((group) => group.name.toLowerCase() === name.toLowerCase()))
    throw badRequest(`Default channel group '${name}' already exists`);
}
