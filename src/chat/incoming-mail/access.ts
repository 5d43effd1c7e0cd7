import type { Reader } from '../../platform/db/reader.ts';
import { type FactSource, uncachedFacts } from '../../platform/events/facts.ts';
import type { UserId } from '../../platform/ids.ts';
import type { Channel } from '../channels/access.ts';
import { findChannel, maySendTo } from '../channels/access.ts';
import { findUserById, type User } from '../users/access.ts';
import { type MailOption, readMailAddress } from './mail-address.ts';
import { loadAddress, type MailAddressRow } from './queries.ts';

/** `senderId` of addresses whose messages come from the organization's own bot. */
export const OWN_BOT = 0;

/** Where a mail goes, and as whom. */
export interface MailTarget extends Pick<MailAddressRow, 'organizationId'> {
  channel: Channel;
  /** Undefined: the organization's own bot. */
  sender: User | undefined;
  token: string;
  options: ReadonlySet<MailOption>;
}

/**
 * What an address leads to at this moment. It leads nowhere once the person it was given to has lost the right to write
 * to the channel, or the bot that it speaks as.
 */
export async function findMailTarget(
  reader: Reader,
  recipient: string,
  domain: string,
): Promise<MailTarget | undefined> {
  const read = readMailAddress(recipient, domain);
  const row = read && (await loadAddress(reader, read.token));
  if (!row) return undefined;
  const { organizationId, channelId, requesterId, senderId } = row;
  const facts = uncachedFacts(reader);
  const requester = await findUserById(facts, organizationId, requesterId);
  const channel = await findChannel(facts, organizationId, channelId);
  if (!requester?.isActive || !channel || !(await mayWrite(facts, organizationId, requester, channel)))
    return undefined;
  if (senderId === OWN_BOT) return { organizationId, channel, sender: undefined, ...read };
  const sender = await findUserById(facts, organizationId, senderId);
  return sender && speaksFor(sender, requester) ? { organizationId, channel, sender, ...read } : undefined;
}

/** Whether mail to an address of a person may be written in another's name: their own, or their own bot's. */
export function speaksFor(sender: User, requester: Pick<User, 'id'>): boolean {
  return sender.isActive && (sender.id === requester.id || sender.botOwnerId === requester.id);
}

async function mayWrite(
  facts: FactSource,
  organizationId: string,
  { id, role, isBot }: User,
  channel: Channel,
): Promise<boolean> {
  return (
    !channel.isArchived && (await maySendTo(facts, { organizationId, userId: id as UserId, role, isBot }, channel))
  );
}
