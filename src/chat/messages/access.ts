import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { badRequest } from '../http/errors.ts';
import type { Message } from '../reading/message.ts';
import { readerView } from '../reading/reader-view.ts';
import { isVisibleTo } from '../reading/standing.ts';
import { type MessageReader, standingIn } from '../reading/view.ts';
import { loadMessages } from './message-loader.ts';

/**
 * A message that the caller may see; one that they may not is as if it were not there.
 * @throws {ChatError} `BAD_REQUEST` "Invalid message(s)"
 */
export async function accessMessage(
  reader: Reader,
  facts: FactSource,
  caller: MessageReader,
  id: number,
): Promise<Message> {
  const view = await readerView(facts, caller);
  const [message] = await loadMessages(reader, facts, [id]);
  if (!message) throw badRequest('Invalid message(s)');
  // Checked where it was when it was loaded: between two statements it can be moved out of sight.
  const standing = standingIn(view, { ...message, userIds: message.people.map((person) => person.id) });
  if (!isVisibleTo(standing, { id, isOwn: message.sender.id === caller.userId }))
    throw badRequest('Invalid message(s)');
  return message;
}
