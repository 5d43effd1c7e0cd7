import { type FactSource, uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { Channel } from '../channels/access.ts';
import { findChannel, maySendTo } from '../channels/access.ts';
import { loadMessages } from '../messages/message-loader.ts';
import { seesAnyOf } from '../reading/visible-among.ts';
import { findUserById, type User } from '../users/access.ts';
import { type MailOption, readMailAddress } from './mail-address.ts';
import { loadAddress, type MailAddressRow } from './queries.ts';
import { loadReplyAddress, type ReplyAddressRow } from './reply-queries.ts';
import { replyTokenHash } from './reply-token.ts';

/** `senderId` of addresses whose messages come from the organization's own bot. */
export const OWN_BOT = 0;

/** Place of a mail's message: a channel, with its subject as topic, or a conversation that it answers. */
export type MailPlace =
  | { kind: 'channel'; channel: Channel }
  | { kind: 'topic'; channelId: number; topic: string }
  | { kind: 'direct'; userIds: number[] };

/** Place and sender of a mail's message. */
export interface MailTarget extends Pick<MailAddressRow, 'organizationId'> {
  place: MailPlace;
  /** Undefined: the organization's own bot. */
  sender: User | undefined;
  token: string;
  options: ReadonlySet<MailOption>;
}

/** Resolves an address at this moment; undefined if it is not valid. */
export async function findMailTarget(services: Services, recipient: string): Promise<MailTarget | undefined> {
  const { config, database, clock } = services;
  const read = readMailAddress(recipient, config.mailDomain ?? '');
  if (!read) return undefined;
  const { kind, ...given } = read;
  const found =
    kind === 'reply'
      ? await ofReply(services, await loadReplyAddress(database.reader, replyTokenHash(given.token), clock.now()))
      : await ofChannel(services, await loadAddress(database.reader, given.token));
  return found && { ...found, ...given };
}

type Found = Pick<MailTarget, 'organizationId' | 'place' | 'sender'>;

/**
 * The address of a channel leads nowhere once the person it was given to has lost the right to write there, or the bot that
 * it speaks as.
 */
async function ofChannel({ database }: Services, row: MailAddressRow | undefined): Promise<Found | undefined> {
  if (!row) return undefined;
  const { organizationId, channelId, requesterId, senderId } = row;
  const facts = uncachedFacts(database.reader.of(organizationId));
  const requester = await findUserById(facts, requesterId);
  const channel = await findChannel(facts, channelId);
  if (!requester?.isActive || !channel || !(await mayWrite(facts, requester, channel))) return undefined;
  const place = { kind: 'channel' as const, channel };
  if (senderId === OWN_BOT) return { organizationId, place, sender: undefined };
  const sender = await findUserById(facts, senderId);
  return sender && speaksFor(sender, requester) ? { organizationId, place, sender } : undefined;
}

/**
 * An answer goes into the topic in which the message stands now, while the person sees it; else into the one that it was in.
 * The address leads nowhere once they may not write there, or have another e-mail: the mailbox that it was sent to may be
 * somebody else's by then.
 */
async function ofReply({ database }: Services, row: ReplyAddressRow | undefined): Promise<Found | undefined> {
  if (!row) return undefined;
  const { organizationId, userId, messageId } = row;
  const facts = uncachedFacts(database.reader.of(organizationId));
  const sender = await findUserById(facts, userId);
  if (!sender?.isActive || sender.email.toLowerCase() !== row.sentTo.toLowerCase()) return undefined;
  if (row.userIds) return { organizationId, sender, place: { kind: 'direct', userIds: row.userIds } };
  const person = { organizationId, userId };
  const isSeen = await seesAnyOf(database.reader.of(facts.organizationId), facts, person, [messageId]);
  const [message] = isSeen ? await loadMessages(database.reader.of(organizationId), facts, [messageId]) : [];
  const { channelId, topic } = message ?? row;
  const channel = await findChannel(facts, channelId!);
  if (!channel || !(await mayWrite(facts, sender, channel))) return undefined;
  return { organizationId, sender, place: { kind: 'topic', channelId: channel.id, topic } };
}

/** Whether mail to an address of a person may be written in another's name: their own, or their own bot's. */
export function speaksFor(sender: User, requester: Pick<User, 'id'>): boolean {
  return sender.isActive && (sender.id === requester.id || sender.botOwnerId === requester.id);
}

async function mayWrite(facts: FactSource, { id, role, isBot }: User, channel: Channel): Promise<boolean> {
  const { organizationId } = facts;

  return !channel.isArchived && (await maySendTo(facts, { organizationId, userId: id, role, isBot }, channel));
}
