import type { Reader } from '../../../platform/db/reader.ts';
import type { Channel } from '../../channels/access.ts';
import type { AudienceTag } from '../../events/emit.ts';
import type { Message } from '../message.ts';
import { loadConcerned, loadLosing } from './queries.ts';

/*
 * Who hears of a change of messages: whom the messages came to, also who has left the channel since, and who sent them.
 * Where a channel keeps its history from newcomers, not every subscriber may know of its older messages; then the people
 * are named one by one.
 */

/** Who hears of a change of messages that stay where they are. */
export async function audienceOfChange(
  reader: Reader,
  organizationId: string,
  message: Pick<Message, 'channelId' | 'people'>,
  ids: readonly number[],
): Promise<AudienceTag[]> {
  if (message.channelId === null) return tagsOf(message.people.map(({ id }) => id));
  const { allSubscribers, userIds } = await loadConcerned(reader, organizationId, message.channelId, ids);
  return [...(allSubscribers ? ([`channel:${message.channelId}`] as const) : []), ...tagsOf(userIds)];
}

/** Who hears of messages that went from one channel to another, and for whom they are gone by it. */
export async function audienceOfMove(
  reader: Reader,
  organizationId: string,
  ids: readonly number[],
  from: Channel,
  to: Channel,
): Promise<{ staying: AudienceTag[]; losing: AudienceTag[] }> {
  const losing = await loadLosing(reader, organizationId, ids, from, to);
  const byChannel = losing.length === 0 && from.historyPublicToSubscribers && to.historyPublicToSubscribers;
  const had = await loadConcerned(reader, organizationId, from.id, ids, !byChannel);
  const have = await loadConcerned(reader, organizationId, to.id, ids, !byChannel);
  const lost = new Set(losing);
  const staying = new Set([...had.userIds, ...have.userIds].filter((id) => !lost.has(id)));
  const heard = new Set(had.userIds);
  return {
    staying: [...(byChannel ? ([`channel:${from.id}`, `channel:${to.id}`] as const) : []), ...tagsOf(staying)],
    losing: tagsOf(losing.filter((id) => heard.has(id))),
  };
}

function tagsOf(userIds: Iterable<number>): AudienceTag[] {
  return [...userIds].map((id): AudienceTag => `user:${id}`);
}
