import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { accessChannelById, maySendTo, notAuthorizedToSend } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, optional } from '../http/params.ts';
import { findNotificationBotId } from '../notification-bot/access.ts';
import { findUserById } from '../users/access.ts';
import { OWN_BOT, speaksFor } from './access.ts';
import { mailAddress } from './mail-address.ts';
import { ensureToken } from './queries.ts';

/** It writes the address at the first time, and gives the same one from then on. */
export const getChannelEmailAddress = chatOperation({
  method: 'GET',
  path: '/streams/:stream_id/email_address',
  since: 226,
  summary: 'Get the e-mail address of a channel; mail to it becomes messages',
  access: anyUser,
  params: {
    stream_id: inPath(described(Id, 'ID of the channel that receives the mail.')),
    sender_id: optional(
      json(
        described(Id, 'ID of the user as whom messages appear: the caller or their bot. Absent: the notification bot.'),
      ),
    ),
  },
  answer: { email: Type.String({ description: 'Address to send to. Empty if the server receives no mail.' }) },
  async write({ tx, services, caller }, { stream_id, sender_id }) {
    const { mailDomain } = services.config;
    const { organizationId, userId } = caller;
    const facts = uncachedFacts(tx);
    const channel = await accessChannelById(facts, caller, stream_id);
    if (channel.isArchived || !(await maySendTo(facts, caller, channel))) throw notAuthorizedToSend(channel);
    let senderId = OWN_BOT;
    if (sender_id !== undefined && sender_id !== (await findNotificationBotId(tx))) {
      const sender = await findUserById(facts, sender_id);
      if (!sender || !speaksFor(sender, { id: userId })) throw badRequest('Invalid sender ID');
      senderId = sender.id;
    }
    // client: the vendor's, which take an empty address for a server without incoming mail.
    if (mailDomain === undefined) return { email: '' };
    const address = { organizationId, channelId: channel.id, requesterId: userId, senderId };
    const token = await ensureToken(tx, address, randomBytes(16).toString('hex'));
    return { email: mailAddress(channel.name, token, mailDomain) };
  },
});
