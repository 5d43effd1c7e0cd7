import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import type { Message } from '../reading/message.ts';
import { replyAddress } from './mail-address.ts';
import { insertReplyAddresses, type ReplyAddressRow } from './reply-queries.ts';
import { newReplyToken, replyTokenHash } from './reply-token.ts';

/** Time for which an e-mail can be answered. */
const REPLY_MS = 30 * 86_400_000;

/**
 * Makes addresses by which a person answers in the conversations of messages, one for each.
 * @returns them in the order of the messages; undefined where the server takes no mail
 */
export async function doMakeReplyAddresses(
  tx: Tx,
  { config }: Services,
  { organizationId, userId, sentTo }: Pick<ReplyAddressRow, 'organizationId' | 'userId' | 'sentTo'>,
  messages: readonly Message[],
): Promise<string[] | undefined> {
  const { mailDomain } = config;
  if (mailDomain === undefined) return undefined;
  const addresses = messages.map(({ id, channelId, topic, people }) => ({
    organizationId,
    userId,
    sentTo,
    messageId: id,
    channelId,
    topic,
    userIds: channelId === null ? people.map((person) => person.id) : null,
    token: newReplyToken(),
  }));
  const rows = addresses.map(({ token, ...row }) => ({ ...row, tokenHash: replyTokenHash(token) }));
  await insertReplyAddresses(tx, rows, new Date(tx.now.getTime() + REPLY_MS));
  return addresses.map(({ token }) => replyAddress(token, mailDomain));
}
