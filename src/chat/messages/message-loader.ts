import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { findChannelNames } from '../channels/access.ts';
import type { Message, MessagePerson } from '../reading/message.ts';
import { findUsersByIds } from '../users/access.ts';
import { loadMessageRows, type MessageRow } from './queries.ts';

/**
 * The facts of messages, ascending by ID, in as many queries whatever their number; IDs of none are left out.
 * @param facts where the names of people and channels come from
 */
export async function loadMessages(reader: Reader, facts: FactSource, ids: readonly number[]): Promise<Message[]> {
  if (ids.length === 0) return [];
  const rows = await loadMessageRows(reader, ids);
  const userIds = new Set<number>();
  const channelIds = new Set<number>();
  for (const { senderId, channelId, further } of rows) {
    userIds.add(senderId);
    for (const id of further?.userIds ?? []) userIds.add(id);
    if (channelId !== null) channelIds.add(channelId);
  }
  const [people, channelNames] = await Promise.all([
    findUsersByIds(facts, userIds),
    findChannelNames(facts, channelIds),
  ]);
  return rows.map((row) => toMessage(row, people, channelNames));
}

function toMessage(
  { senderId, bits, further, ...row }: MessageRow,
  people: ReadonlyMap<number, MessagePerson>,
  channelNames: ReadonlyMap<number, string>,
): Message {
  return {
    ...row,
    channelName: row.channelId === null ? null : channelNames.get(row.channelId)!,
    sender: asPerson(people.get(senderId)!),
    people: (further?.userIds ?? []).map((id) => asPerson(people.get(id)!)),
    isMeMessage: (bits & 1) !== 0,
    readBySender: (bits & 2) !== 0,
    reactions: further?.reactions ?? [],
    submessages: further?.submessages ?? [],
    editHistory: further?.editHistory ?? [],
    lastEditTimestamp: further?.lastEditTimestamp ?? null,
    lastMovedTimestamp: further?.lastMovedTimestamp ?? null,
    mentionedUserIds: further?.mentionedUserIds ?? [],
    mentionedGroupIds: further?.mentionedGroupIds ?? [],
    sent: further?.sent ?? null,
    channelWildcard: (bits & 4) !== 0,
    topicWildcard: (bits & 8) !== 0,
  };
}

/** No more than this of a person: the log carries messages. */
function asPerson({
  id,
  email,
  fullName,
  emailVisibility,
  isBot,
  avatarVersion,
  hasAvatar,
}: MessagePerson): MessagePerson {
  return { id, email, fullName, emailVisibility, isBot, avatarVersion, hasAvatar };
}
