import type { AppendedEvent } from '../../platform/events/log.ts';
import type { Services } from '../../platform/services.ts';
import { loadMessages } from '../messages/message-loader.ts';
import { type FlagName, flagBitsFor, flagNames, mentionBits } from '../reading/flags.ts';
import type { Message } from '../reading/message.ts';
import { isReceivedBy, isUnreadBy, onlooker, standingToMoved } from '../reading/standing.ts';
import { groupIdsOfUser } from '../user-groups/access.ts';
import { loadReaderFlags, type ReaderFlagsRow } from './reader-flags-queries.ts';

interface Known {
  message: Message;
  readers: ReadonlyMap<number, ReaderFlagsRow>;
}

/** Flags of an event's message, retained as long as the event is in memory: all its readers share two queries. */
const known = new WeakMap<AppendedEvent, Promise<Known | undefined>>();

/** The flags that a person has on the message that an event names as `message_id`; none when it is gone. */
export async function flagsOfReader(services: Services, event: AppendedEvent, userId: number): Promise<FlagName[]> {
  let loading = known.get(event);
  if (!loading) {
    loading = load(services, event);
    known.set(event, loading);
    loading.catch(() => known.delete(event));
  }
  const found = await loading;
  if (!found) return [];
  const { message, readers } = found;
  const reader = readers.get(userId);
  const ofReader = { id: message.id, isOwn: message.sender.id === userId, readBySender: message.readBySender };
  // Everybody who receives the event may see the message; only whether it came to them is open.
  const here = { ...onlooker, ...reader };
  const standing = message.sent ? standingToMoved(here, here, message.sent.movedAtEventId) : here;
  const read = !isUnreadBy(standing, ofReader, reader?.isMarkedRead ?? false);
  const groupIds =
    message.mentionedGroupIds.length > 0
      ? await groupIdsOfUser(services.state.of(event.organizationId), userId)
      : new Set<number>();
  const mentions = mentionBits(message, { userId, groupIds });
  return flagNames(flagBitsFor(isReceivedBy(standing, ofReader), reader?.bits ?? 0, mentions), read);
}

async function load(
  { database, state }: Services,
  { organizationId, payload }: AppendedEvent,
): Promise<Known | undefined> {
  const { message_id: id } = payload as { message_id: number };
  const [message] = await loadMessages(database.reader.of(organizationId), state.of(organizationId), [id]);
  if (!message) return undefined;
  const rows = await loadReaderFlags(database.reader.of(organizationId), id);
  return { message, readers: new Map(rows.map((row) => [row.userId, row])) };
}
