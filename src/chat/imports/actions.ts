import { lowerKeyOf } from '../../platform/db/lower-key.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { newObjectId } from '../../platform/ids.ts';
import { afterBulkChange } from '../../platform/jobs/analyze-tables.ts';
import { doOpenImported, doShutForImport } from '../../platform/organizations/importing.ts';
import { doInsertPeople } from '../../platform/people/actions.ts';
import { renderDescription } from '../channels/names.ts';
import { completeChannelPermissions } from '../channels/permissions.ts';
import { realmOf } from '../realms/access.ts';
import { defaultColor } from '../subscriptions/colors.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import type { ImportedChannel, ImportedConversation, ImportedMessage, ImportedPerson } from './imported.ts';
import {
  endImport,
  endPeriodsOfInactive,
  insertConversations,
  insertIds,
  insertImport,
  insertImportedChannels,
  insertInvitable,
  insertMemberships,
  insertMessages,
  insertUsers,
  loadIds,
  lockLastUserId,
  markAllRead,
  movePosition,
  type NewUserRow,
  putFileId,
} from './queries.ts';

/** `doEndWaiting`: nobody who was reactivated is invited by the command any more. */
export {
  deleteInvitable as doEndWaiting,
  lockNextInvitable,
  takeMessageIds,
} from './queries.ts';

/** Another process has gone on with the same import, so this one has nothing left to do. */
export class ImportMovedElsewhere extends Error {}

/** Target of a file that stays a link: no upload has this ID. */
export const NO_UPLOAD = 0;

/** Rows of one statement. */
const CHUNK = 5000;

function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += CHUNK) yield all.slice(from, from + CHUNK);
}

/** People, channels and conversations of an archive. */
export interface ImportedDirectory {
  people: readonly ImportedPerson[];
  channels: readonly ImportedChannel[];
  conversations: readonly ImportedConversation[];
}

/**
 * Shuts a new organization and writes into it whom and what the archive's messages refer to.
 * @param owner the account that the organization has already; whoever has its address in the archive is it
 * @throws {ImportMovedElsewhere} when the archive is being imported already
 */
export async function doBeginImport(
  tx: Tx,
  given: { source: string; archive: string; owner: { id: number; email: string } },
  { people, channels, conversations }: ImportedDirectory,
): Promise<void> {
  await doShutForImport(tx);
  if (!(await insertImport(tx, given))) throw new ImportMovedElsewhere();
  const peopleIds = await insertPeople(tx, given.owner, people);
  const channelIds = await insertAllChannels(tx, channels, peopleIds);
  const ids = [...toRows('person', peopleIds), ...toRows('channel', channelIds)];
  const merged = mergeConversations(conversations, peopleIds);
  const made = await insertConversations(
    tx,
    merged.map(({ userIds }, n) => ({ n, user_ids: userIds })),
  );
  for (const { n, recipientId } of made)
    for (const sourceId of merged[n]!.sourceIds)
      ids.push({ kind: 'conversation', source_id: sourceId, target_id: recipientId });
  for (const some of chunksOf(ids)) await insertIds(tx, some);
}

const toRows = (kind: string, ids: ReadonlyMap<string, number>) =>
  [...ids].map(([source_id, target_id]) => ({ kind, source_id, target_id }));

async function insertPeople(
  tx: Tx,
  owner: { id: number; email: string },
  people: readonly ImportedPerson[],
): Promise<Map<string, number>> {
  const { timezone } = await realmOf(uncachedFacts(tx));
  const ids = new Map<string, number>();
  const invitable: number[] = [];
  const users: NewUserRow[] = [];
  const signIns: { id: string; email: string | null }[] = [];
  let last = await lockLastUserId(tx);
  for (const person of people) {
    if (!person.isBot && person.hasMailbox && lowerKeyOf(person.email) === lowerKeyOf(owner.email)) {
      ids.set(person.sourceId, owner.id);
      continue;
    }
    last++;
    ids.set(person.sourceId, last);
    if (person.isInvitable) invitable.push(last);
    const personId = person.isBot ? null : newObjectId();
    if (personId !== null) signIns.push({ id: personId, email: person.hasMailbox ? person.email : null });
    users.push({
      id: last,
      person_id: personId,
      email: person.email,
      full_name: person.fullName,
      role: person.role,
      bot_type: person.isBot ? 1 : null,
      bot_owner_id: person.isBot ? owner.id : null,
      timezone: person.timezone ?? timezone,
      joined_at: person.joinedAt ?? tx.now.toISOString(),
    });
  }
  for (const some of chunksOf(signIns)) await doInsertPeople(tx, some);
  // The last chunk has the highest IDs (`insertUsers`).
  for (const some of [...chunksOf(users)].reverse()) await insertUsers(tx, some);
  await insertInvitable(tx, invitable);
  return ids;
}

async function insertAllChannels(
  tx: Tx,
  channels: readonly ImportedChannel[],
  people: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const facts = uncachedFacts(tx);
  const groups = await systemGroupIds(facts);
  const position = await tx.position();
  const ids = new Map<string, number>();
  for (const some of chunksOf(channels)) {
    const rows = [];
    for (const [n, channel] of some.entries()) {
      const creator = channel.creator === undefined ? null : (people.get(channel.creator) ?? null);
      rows.push({
        n,
        name: channel.name,
        description: channel.description,
        rendered_description: await renderDescription(facts, channel.description),
        invite_only: channel.isPrivate,
        is_archived: channel.isArchived,
        is_default: channel.isDefault,
        creator_id: creator,
        created_at: channel.createdAt,
        permissions: completeChannelPermissions({}, groups, creator),
      });
    }
    for (const { n, id } of await insertImportedChannels(tx, rows)) ids.set(some[n]!.sourceId, id);
  }
  const pairs = channels.flatMap(({ sourceId, members }) =>
    [...new Set(members)].flatMap((member) => {
      const userId = people.get(member);
      return userId === undefined ? [] : [{ channelId: ids.get(sourceId)!, userId }];
    }),
  );
  for (const some of chunksOf(pairs))
    await insertMemberships(
      tx,
      {
        channelIds: some.map(({ channelId }) => channelId),
        userIds: some.map(({ userId }) => userId),
        colors: some.map(({ channelId }) => defaultColor(channelId)),
      },
      position,
    );
  afterBulkChange(tx, pairs.length, 'chat.subscriptions', 'chat.subscription_periods');
  return ids;
}

/** Conversations by their people: two of the archive with the same ones are one here. */
function mergeConversations(
  conversations: readonly ImportedConversation[],
  people: ReadonlyMap<string, number>,
): { userIds: number[]; sourceIds: string[] }[] {
  const byPeople = new Map<string, { userIds: number[]; sourceIds: string[] }>();
  for (const { sourceId, people: own } of conversations) {
    const userIds = [...new Set(own.flatMap((person) => people.get(person) ?? []))].sort((a, b) => a - b);
    if (userIds.length === 0) continue;
    const known = byPeople.get(String(userIds));
    if (known) known.sourceIds.push(sourceId);
    else byPeople.set(String(userIds), { userIds, sourceIds: [sourceId] });
  }
  return [...byPeople.values()];
}

/** The archive's IDs and what they became, of an import that was begun; with the messages that others refer to. */
export async function loadImportedIds(
  reader: Reader,
): Promise<Record<'person' | 'channel' | 'conversation' | 'message' | 'file', Map<string, number>>> {
  const ids = { person: new Map(), channel: new Map(), conversation: new Map(), message: new Map(), file: new Map() };
  for (const { kind, sourceId, id } of await loadIds(reader)) ids[kind as keyof typeof ids].set(sourceId, id);
  return ids;
}

/**
 * Writes a batch of messages, IDs ascending: the messages, what refers to them and the position are one transaction.
 * @throws {ImportMovedElsewhere}
 */
export async function doWriteImported(
  tx: Tx,
  { from, to }: { from: number; to: number },
  messages: readonly ImportedMessage[],
): Promise<void> {
  await tx.position();
  if (!(await movePosition(tx, from, to))) throw new ImportMovedElsewhere();
  if (messages.length === 0) return;
  await insertMessages(tx, messages);
  const ids = messages.flatMap(({ id, sourceId }) =>
    sourceId === undefined ? [] : [{ kind: 'message', source_id: sourceId, target_id: id }],
  );
  if (ids.length > 0) await insertIds(tx, ids);
}

/**
 * Notes which upload a file of the archive became.
 * @param before what an earlier run has noted of it
 * @throws {ImportMovedElsewhere} when another process has taken the file, or has ended the import
 */
export async function doNoteFile(
  tx: Tx,
  file: { sourceId: string; targetId: number; before: number | undefined },
): Promise<void> {
  await tx.position();
  if (!(await putFileId(tx, file))) throw new ImportMovedElsewhere();
}

/**
 * Ends an import: all is read, and the organization opens.
 * @param position messages that were written
 * @throws {ImportMovedElsewhere}
 */
export async function doEndImport(tx: Tx, position: number): Promise<void> {
  const head = await tx.position();
  if (!(await movePosition(tx, position, position))) throw new ImportMovedElsewhere();
  if (head.messageId > 0) await markAllRead(tx, head.messageId);
  await endPeriodsOfInactive(tx, head);
  await endImport(tx);
  await doOpenImported(tx);
}
