import { changesBetween } from '../../../platform/db/audit-entry.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { isOrderOf } from '../../../platform/ids.ts';
import { emitChatEvent } from '../../events/emit.ts';
import { badRequest } from '../../http/errors.ts';
import { renderDescription } from '../names.ts';
import { type ChannelFolder, presentFolder } from './folder.ts';
import { MAX_FOLDERS } from './names.ts';
import { hasChannels, insertFolder, loadFolders, orderFolders, updateFolder } from './queries.ts';

/** The organization's log is held first, so that two changes at once are made one after the other. */
async function lock(tx: Tx): Promise<ChannelFolder[]> {
  await tx.position();
  return loadFolders(tx);
}

function emit(tx: Tx, event: { op: string; [field: string]: unknown }): void {
  emitChatEvent(tx, tx.organizationId, ['organization'], { type: 'channel_folder', ...event }, { state: true });
}

/** @returns its ID @throws {ChatError} `BAD_REQUEST` */
export async function doCreateFolder(
  tx: Tx,
  creatorId: number,
  { name, description }: Pick<ChannelFolder, 'name' | 'description'>,
): Promise<number> {
  const { organizationId } = tx;

  const existing = await lock(tx);
  if (existing.length >= MAX_FOLDERS) throw badRequest(`Too many channel folders (limit: ${MAX_FOLDERS})`);
  checkIsNew(existing, name);
  const folder = await insertFolder(tx, {
    name,
    description,
    renderedDescription: await renderDescription(uncachedFacts(tx), description),
    position: Math.max(-1, ...existing.map(({ position }) => position)) + 1,
    isArchived: false,
    creatorId,
    dateCreated: tx.now,
  });
  emit(tx, { op: 'add', channel_folder: presentFolder(folder) });
  tx.audit({ organizationId, action: 'channel_folder.created', object: objectOf(folder) });
  return folder.id;
}

/** @param changes what is undefined stays @throws {ChatError} `BAD_REQUEST` */
export async function doUpdateFolder(
  tx: Tx,
  id: number,
  changes: { [Name in 'name' | 'description' | 'isArchived']?: ChannelFolder[Name] | undefined },
): Promise<void> {
  const { organizationId } = tx;

  const existing = await lock(tx);
  const before = existing.find((folder) => folder.id === id);
  if (!before) throw badRequest('Invalid channel folder ID');
  const after: ChannelFolder = {
    ...before,
    name: changes.name ?? before.name,
    description: changes.description ?? before.description,
    isArchived: changes.isArchived ?? before.isArchived,
  };
  if (!after.isArchived)
    checkIsNew(
      existing.filter((folder) => folder !== before),
      after.name,
    );
  if (after.isArchived && !before.isArchived && (await hasChannels(tx, id)))
    throw badRequest('You need to remove all the channels from this folder to archive it.');
  if (after.description !== before.description)
    after.renderedDescription = await renderDescription(uncachedFacts(tx), after.description);
  const old: Record<string, unknown> = presentFolder(before);
  const data = Object.fromEntries(Object.entries(presentFolder(after)).filter(([name, value]) => value !== old[name]));
  if (Object.keys(data).length === 0) return;
  await updateFolder(tx, after);
  emit(tx, { op: 'update', channel_folder_id: id, data });
  const details = changesBetween<ChannelFolder>(before, after, ['name', 'description', 'isArchived']);
  tx.audit({ organizationId, action: 'channel_folder.changed', object: objectOf(after), details });
}

/** @param ids those of all folders, archived ones too @throws {ChatError} `BAD_REQUEST` */
export async function doOrderFolders(tx: Tx, ids: readonly number[]): Promise<void> {
  const { organizationId } = tx;

  const existing = await lock(tx);
  const all = existing.map(({ id }) => id);
  if (!isOrderOf(ids, all)) throw badRequest('Invalid order mapping.');
  await orderFolders(tx, ids);
  emit(tx, { op: 'reorder', order: ids });
  tx.audit({ organizationId, action: 'channel_folder.reordered', details: { order: { from: all, to: ids } } });
}

const objectOf = ({ id, name }: ChannelFolder) => ({ kind: 'channel folder', id: String(id), name });

function checkIsNew(existing: readonly ChannelFolder[], name: string): void {
  const lower = name.toLowerCase();
  if (existing.some((folder) => !folder.isArchived && folder.name.toLowerCase() === lower))
    throw badRequest('Channel folder name already in use');
}
