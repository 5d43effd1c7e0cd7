import { lowerKeyOf } from '../../platform/db/lower-key.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { newObjectId } from '../../platform/ids.ts';
import { afterBulkChange } from '../../platform/jobs/analyze-tables.ts';
import { doOpenImported, doShutForImport } from '../../platform/organizations/importing.ts';
import { doInsertPeople } from '../../platform/people/actions.ts';
import { renderDescription } from '../channels/names.ts';
import { channelPermissions, completeChannelPermissions } from '../channels/permissions.ts';
import type { LinkifierRow } from '../linkifiers/linkifier.ts';
import { realmOf } from '../realms/access.ts';
import { defaultColor } from '../subscriptions/colors.ts';
import { chunksOf } from './chunks.ts';
import { insertLinkifiers } from './directory-queries.ts';
import {
  type ImportedChannel,
  type ImportedConversation,
  type ImportedGroup,
  type ImportedMemberSettings,
  type ImportedMessage,
  type ImportedPerson,
  type ImportedReceipts,
  NOTIFICATIONS,
} from './imported.ts';
import {
  addUnread,
  endImport,
  endPeriodsOfInactive,
  insertConversations,
  insertIds,
  insertImport,
  insertImportedChannels,
  insertInvitable,
  insertMemberships,
  insertMessages,
  insertReceipts,
  insertUsers,
  loadIds,
  lockLastUserId,
  type MembershipRow,
  markAllRead,
  movePosition,
  type NewUserRow,
  putFileId,
  type UnreadRanges,
} from './queries.ts';
import { type ImportedExtras, writeExtras } from './write-extras.ts';
import { type Holders, permissionsOf, writeGroups } from './write-groups.ts';

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

/** People, channels and conversations of an archive, and what belongs to them. */
export interface ImportedDirectory extends ImportedExtras {
  people: readonly ImportedPerson[];
  channels: readonly ImportedChannel[];
  conversations: readonly ImportedConversation[];
  groups?: readonly ImportedGroup[];
  linkifiers?: readonly Omit<LinkifierRow, 'id'>[];
}

/**
 * Shuts a new organization and writes into it whom and what the archive's messages refer to.
 * @param owner the account that the organization has already; whoever has its address in the archive is it
 * @throws {ImportMovedElsewhere} when the archive is being imported already
 */
export async function doBeginImport(
  tx: Tx,
  given: { source: string; archive: string; owner: { id: number; email: string } },
  directory: ImportedDirectory,
): Promise<void> {
  await doShutForImport(tx);
  if (!(await insertImport(tx, given))) throw new ImportMovedElsewhere();
  const { people, channels, conversations, groups = [], linkifiers = [] } = directory;
  const peopleIds = await insertPeople(tx, given.owner, people);
  // Descriptions and profiles have links by them.
  if (linkifiers.length > 0) await insertLinkifiers(tx, linkifiers);
  const holders = await writeGroups(tx, groups, peopleIds);
  const channelIds = await insertAllChannels(tx, channels, holders);
  await writeExtras(tx, directory, peopleIds, channelIds);
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
  holders: Holders,
): Promise<Map<string, number>> {
  const { people } = holders;
  const facts = uncachedFacts(tx);
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
        history_public: channel.isHistoryPublic ?? true,
        is_web_public: channel.isWebPublic ?? false,
        topics_policy: channel.topicsPolicy ?? 'inherit',
        permissions: completeChannelPermissions(
          permissionsOf(channel.permissions ?? {}, channelPermissions, holders),
          holders.systemGroups,
          creator,
        ),
      });
    }
    for (const { n, id } of await insertImportedChannels(tx, rows)) ids.set(some[n]!.sourceId, id);
  }
  const rows = channels.flatMap((channel) => {
    const id = ids.get(channel.sourceId)!;
    return [...new Set(channel.members)].flatMap((member) => {
      const userId = people.get(member);
      return userId === undefined ? [] : [membershipRow(id, userId, channel.memberSettings?.get(member))];
    });
  });
  for (const some of chunksOf(rows)) await insertMemberships(tx, some, position);
  afterBulkChange(tx, rows.length, 'chat.subscriptions', 'chat.subscription_periods');
  return ids;
}

function membershipRow(channelId: number, userId: number, settings: ImportedMemberSettings | undefined): MembershipRow {
  const { color, isMuted = false, pinToTop = false, notifications } = settings ?? {};
  return {
    channel_id: channelId,
    user_id: userId,
    color: color ?? defaultColor(channelId),
    is_muted: isMuted,
    pin_to_top: pinToTop,
    ...Object.fromEntries(NOTIFICATIONS.map((name) => [name, notifications?.[name] ?? null])),
  };
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

/** Kinds of things whose IDs an import keeps until its end. */
const KINDS = ['person', 'channel', 'conversation', 'message', 'file', 'emoji', 'avatar'] as const;
type ImportedKind = (typeof KINDS)[number];

/** The archive's IDs and what they became, of an import that was begun; with the messages that others refer to. */
export async function loadImportedIds(reader: Reader): Promise<Record<ImportedKind, Map<string, number>>> {
  const ids = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Record<ImportedKind, Map<string, number>>;
  for (const { kind, sourceId, id } of await loadIds(reader)) ids[kind as ImportedKind].set(sourceId, id);
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
  const unread = unreadRanges(messages);
  for (const some of chunksOf(unread)) await addUnread(tx, some);
  const ids = messages.flatMap(({ id, sourceId }) =>
    sourceId === undefined ? [] : [{ kind: 'message', source_id: sourceId, target_id: id }],
  );
  if (ids.length > 0) await insertIds(tx, ids);
}

/**
 * Returns what people have not read of a batch. A range begins behind the conversation's message before it, so that those of
 * messages in a row become one.
 */
function unreadRanges(messages: readonly ImportedMessage[]): UnreadRanges[] {
  type Ranges = [from: number, to: number][];
  const people = new Map<number, Map<number, Ranges>>();
  for (const { id, recipientId, previousId, unreadUserIds } of messages)
    for (const userId of unreadUserIds) {
      const own = people.get(userId) ?? new Map<number, Ranges>();
      people.set(userId, own);
      const ranges = own.get(recipientId);
      const last = ranges?.at(-1);
      if (last && last[1] === previousId) last[1] = id;
      else if (ranges) ranges.push([previousId + 1, id]);
      else own.set(recipientId, [[previousId + 1, id]]);
    }
  return [...people].flatMap(([user_id, own]) =>
    [...own].map(([recipient_id, ranges]) => ({
      user_id,
      recipient_id,
      after_id: ranges[0]![0] - 1,
      ranges: `{${ranges.map(([from, to]) => `[${from},${to}]`).join(',')}}`,
    })),
  );
}

/**
 * Notes which upload, emoji or avatar a file of the archive became.
 * @param before what an earlier run has noted of it
 * @throws {ImportMovedElsewhere} when another process has taken the file, or has ended the import
 */
export async function doNoteFile(
  tx: Tx,
  file: { kind: 'file' | 'emoji' | 'avatar'; sourceId: string; targetId: number; before: number | undefined },
): Promise<void> {
  await tx.position();
  if (!(await putFileId(tx, file))) throw new ImportMovedElsewhere();
}

/**
 * Ends an import: all is read but what the archive says otherwise of, and the organization opens.
 * @param position messages that were written
 * @throws {ImportMovedElsewhere}
 */
export async function doEndImport(tx: Tx, position: number, receipts: readonly ImportedReceipts[] = []): Promise<void> {
  const head = await tx.position();
  if (!(await movePosition(tx, position, position))) throw new ImportMovedElsewhere();
  if (receipts.length > 0) await writeReceipts(tx, head.messageId, receipts);
  if (head.messageId > 0) await markAllRead(tx, head.messageId);
  await endPeriodsOfInactive(tx, head);
  await endImport(tx);
  await doOpenImported(tx);
}

/** Writes what members have received of channels whose history is not public, instead of all of it. */
async function writeReceipts(tx: Tx, last: number, receipts: readonly ImportedReceipts[]): Promise<void> {
  const ids = await loadImportedIds(tx);
  const rows = receipts.flatMap(({ channel, person, runs, goesOn }) => {
    const [channelId, userId] = [ids.channel.get(channel), ids.person.get(person)];
    if (channelId === undefined || userId === undefined) return [];
    const own = runs.flatMap(({ from, to }) => {
      const [first, end] = [ids.message.get(from), ids.message.get(to)];
      return first === undefined || end === undefined ? [] : [{ first, end }];
    });
    const open = goesOn ? own.pop() : undefined;
    return [{ channel_id: channelId, user_id: userId, after: open ? open.first - 1 : last, ended: own }];
  });
  for (const some of chunksOf(rows)) await insertReceipts(tx, some);
}
