import { Type } from 'typebox';
import type { Reader } from '../../../platform/db/reader.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import { described } from '../../../platform/http/described.ts';
import { findChannel } from '../../channels/access.ts';
import { anyUser } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath } from '../../http/params.ts';
import type { Message } from '../../reading/message.ts';
import { channelStandingsOf } from '../../reading/standings.ts';
import { realmOf } from '../../realms/access.ts';
import { accessMessage } from '../access.ts';
import { loadReaderIds } from './queries.ts';

export const getReadReceipts = chatOperation({
  method: 'GET',
  path: '/messages/:message_id/read_receipts',
  since: 137,
  summary: 'List who has read a message, without those who hide it',
  access: anyUser,
  params: { message_id: inPath(described(Id, 'ID of the message whose readers are listed.')) },
  answer: {
    user_ids: Type.Array(Type.Integer(), {
      description: 'IDs of the people who have read it, without those who hide it.',
    }),
  },
  async read({ services: { state }, reader, caller }, { message_id }) {
    const message = await accessMessage(reader, state.of(reader.organizationId), caller, message_id);
    const { settings } = await realmOf(state.of(caller.organizationId));
    if (!settings.enable_read_receipts) throw badRequest('Read receipts are disabled in this organization.');
    const readerIds = await loadReaderIds(reader, caller, message);
    return {
      user_ids: await whoSee(reader, state.of(caller.organizationId), message, readerIds),
    };
  },
});

/** Returns the people who still see a message that moved to another channel: those who lost it have no mark of it. */
async function whoSee(
  reader: Reader,
  facts: FactSource,
  { channelId, sent }: Message,
  userIds: number[],
): Promise<number[]> {
  const channel = sent && channelId !== null ? await findChannel(facts, channelId) : undefined;
  if (!channel) return userIds;
  const standings = await channelStandingsOf(reader, channel, userIds);
  return userIds.filter((id) => standings.get(id)?.isReadable);
}
