import { changesBetween } from '../../../platform/db/audit-entry.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { type AudienceTag, emitChatEvent } from '../../events/emit.ts';
import { badRequest } from '../../http/errors.ts';
import { findDefaultGroup, loadDefaultGroups, MAX_DEFAULT_GROUPS, presentedDefaultGroups } from './access.ts';
import type { DefaultGroup } from './group.ts';
import { deleteDefaultGroup, insertDefaultGroup, removeFromDefaultGroups, updateDefaultGroup } from './queries.ts';

/** Makes a group; the caller holds the organization's log. @throws {ChatError} `BAD_REQUEST` */
export async function doCreateDefaultGroup(tx: Tx, given: Omit<DefaultGroup, 'id'>): Promise<void> {
  const { organizationId } = tx;

  const existing = await loadDefaultGroups(tx);
  if (existing.length >= MAX_DEFAULT_GROUPS)
    throw badRequest(`Too many default channel groups (limit: ${MAX_DEFAULT_GROUPS})`);
  checkIsNew(existing, given.name);
  const id = await insertDefaultGroup(tx, given);
  await doEmitDefaultGroups(tx);
  tx.audit({ organizationId, action: 'default_channel_group.created', object: objectOf({ id, name: given.name }) });
}

/** Changes a group; the caller holds the organization's log. @throws {ChatError} `BAD_REQUEST` */
export async function doUpdateDefaultGroup(
  tx: Tx,
  id: number,
  change: (before: DefaultGroup) => Partial<Omit<DefaultGroup, 'id'>>,
): Promise<void> {
  const { organizationId } = tx;

  const existing = await loadDefaultGroups(tx);
  const before = findDefaultGroup(existing, id);
  const after = { ...before, ...change(before) };
  const details = changesBetween<DefaultGroup>(before, after, ['name', 'description', 'channelIds']);
  if (Object.keys(details).length === 0) return;
  checkIsNew(
    existing.filter((group) => group !== before),
    after.name,
  );
  await updateDefaultGroup(tx, after);
  await doEmitDefaultGroups(tx);
  tx.audit({ organizationId, action: 'default_channel_group.changed', object: objectOf(after), details });
}

/** Deletes a group; its channels stay as they are. @throws {ChatError} `BAD_REQUEST` */
export async function doDeleteDefaultGroup(tx: Tx, id: number): Promise<void> {
  const { organizationId } = tx;

  const group = findDefaultGroup(await loadDefaultGroups(tx), id);
  await deleteDefaultGroup(tx, id);
  await doEmitDefaultGroups(tx);
  tx.audit({ organizationId, action: 'default_channel_group.deleted', object: objectOf(group) });
}

/** A channel that is archived, private or a default one from now on is in no group. */
export async function doLeaveDefaultGroups(tx: Tx, channelId: number): Promise<void> {
  if ((await removeFromDefaultGroups(tx, channelId)) > 0) await doEmitDefaultGroups(tx);
}

/**
 * The groups as they stand now. Guests are told of none, as of default channels.
 * @param audience all but guests
 */
export async function doEmitDefaultGroups(tx: Tx, audience: readonly AudienceTag[] = ['members']): Promise<void> {
  const default_stream_groups = await presentedDefaultGroups(tx);
  const event = { type: 'default_stream_groups', default_stream_groups } as const;
  emitChatEvent(tx, tx.organizationId, audience, event, { state: true });
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
