import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { uploadQuota } from '../../platform/files/files.ts';
import { spool } from '../../platform/files/spool.ts';
import type { Services } from '../../platform/services.ts';
import { Role } from '../http/caller.ts';
import { badRequest, ChatError } from '../http/errors.ts';
import { plainLine } from '../messages/foreign-text.ts';
import type { Author } from '../messages/send/compose.ts';
import { doSendMessage, messageByLocalId } from '../messages/send/send.ts';
import { doEnsureNotificationBot } from '../notification-bot/actions.ts';
import { truncate } from '../reading/content.ts';
import { realmHost } from '../settings/address.ts';
import { limits } from '../settings/realm-settings.ts';
import { doCreateAttachment } from '../uploads/actions.ts';
import { uploadAddress } from '../uploads/attachment.ts';
import { takeUpload } from '../uploads/take-upload.ts';
import { findMailTarget, type MailPlace, type MailTarget } from './access.ts';
import { textOfMail, topicOf } from './mail-text.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** Bytes of a mail, which is read in memory: as much as common mail servers take. */
export const MAX_MAIL_BYTES = 25 * 1024 ** 2;
/** Characters of a mail's text that are kept beside however many links. */
const MIN_TEXT = 100;
/** Name of the program that the messages come from. */
const CLIENT = 'Email';

/** Result for the server that delivered a mail: `unknown` and `refused` are permanent. */
export type MailResult = { taken: true } | { taken: false; why: 'unknown' | 'refused'; text: string };

/**
 * Makes a mail a message, once: a mail server that did not hear the answer brings it again.
 * @param mail undefined: it cannot be read
 * @throws when it could not be taken at this moment, such as a lost database
 */
export async function receiveMail(
  services: Services,
  recipient: string,
  mail: ParsedMail | undefined,
): Promise<MailResult> {
  const { database } = services;
  const target = await findMailTarget(services, recipient);
  if (!target) return { taken: false, why: 'unknown', text: 'Unknown address' };
  if (!mail) return { taken: false, why: 'refused', text: 'The mail cannot be read' };
  if (isAutomatic(mail, target)) return { taken: true };
  const author = await authorOf(services, target);
  const local = { queueId: 'incoming-mail', localId: markOf(mail, target) };
  const isSent = async () =>
    (await messageByLocalId(database.reader.of(target.organizationId), author.userId, local)) !== undefined;
  if (await isSent()) return { taken: true };
  try {
    await send(services, target, author, mail, local);
  } catch (error) {
    if (await isSent()) return { taken: true };
    if (error instanceof ChatError && error.code !== 'SERVICE_UNAVAILABLE')
      return { taken: false, why: 'refused', text: error.message };
    throw error;
  }
  return { taken: true };
}

async function send(
  services: Services,
  target: MailTarget,
  author: Author,
  mail: ParsedMail,
  local: { queueId: string; localId: string },
): Promise<void> {
  const { organizationId, options } = target;
  const files = await takeAttachments(services, author, mail);
  const links = files.join('\n\n');
  // The text is cut, not the links: what a message does not link to is nobody's.
  const room = Math.max(MIN_TEXT, limits.maxMessageLength - links.length - 2);
  const answers = isAnswer(target);
  const text = truncate(textOfMail(mail, options, { mentions: answers }), room, '\n[message truncated]');
  const isEmpty = text === '' && files.length === 0;
  if (isEmpty && answers) throw badRequest('The mail only contains quoted text');
  const content = [isEmpty ? '(empty e-mail)' : text, links].filter(Boolean).join('\n\n');
  const draft = {
    ...destinationOf(target.place, mail),
    content,
    readBySender: true,
    client: CLIENT,
    local,
    isNotice: target.sender === undefined,
  };
  await services.database.transaction((tx) => doSendMessage(tx, services, uncachedFacts(tx), author, draft), {
    organizationId,
    takesLog: true,
  });
}

/** Whether the mail answers a notice: its author is the person themselves. */
function isAnswer({ place }: MailTarget): boolean {
  return place.kind !== 'channel';
}

/**
 * Two programs that answer each other would never end (RFC 3834). What answers a notice by itself is nobody's word, whatever
 * it calls itself; a channel wants the reports of programs too, except Hubbub's own: a message would give new notices.
 */
function isAutomatic({ marks }: ParsedMail, target: MailTarget): boolean {
  const { autoSubmitted, precedence, notice } = marks;
  if (/^auto-replied/i.test(autoSubmitted) || notice !== '') return true;
  if (!isAnswer(target)) return false;
  return (autoSubmitted !== '' && !/^no\b/i.test(autoSubmitted)) || /^(?:auto_reply|bulk|junk)$/i.test(precedence);
}

function destinationOf(place: MailPlace, mail: ParsedMail) {
  switch (place.kind) {
    case 'channel': {
      const topic = place.channel.topicsPolicy === 'empty_topic_only' ? '' : topicOf(mail);
      return { type: 'channel' as const, to: place.channel.id, topic };
    }
    case 'topic':
      return { type: 'channel' as const, to: place.channelId, topic: place.topic };
    case 'direct':
      return { type: 'direct' as const, to: place.userIds, topic: '' };
  }
}

async function authorOf(services: Services, { organizationId, sender }: MailTarget): Promise<Author> {
  if (sender) return { organizationId, userId: sender.id, role: sender.role, isBot: sender.isBot };
  const userId = await services.database.transaction((tx) => doEnsureNotificationBot(tx, realmHost(services)), {
    organizationId,
  });
  return { organizationId, userId, role: Role.member, isBot: true };
}

/** Tells a mail that came before. One without a Message-ID is known by its bytes. */
function markOf({ messageId, digest }: ParsedMail, { token }: MailTarget): string {
  return createHash('sha256')
    .update(token)
    .update(messageId ?? digest)
    .digest('hex');
}

/** Links to what was attached, and a line for what could not be kept. */
async function takeAttachments(
  services: Services,
  author: Author,
  { attachments, moreAttachments }: ParsedMail,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { filename, content } of attachments) {
    const name = filename ?? 'attachment';
    try {
      await using file = await spool(services, Readable.from([content]), MAX_MAIL_BYTES);
      const { pathId, name: storedName } = await takeUpload(services, author, file, name, (upload) =>
        services.database.transaction((tx) => doCreateAttachment(tx, upload, uploadQuota(services)), {
          organizationId: author.organizationId,
          takesLog: true,
        }),
      );
      lines.push(`[${plainLine(storedName)}](${uploadAddress(pathId)})`);
    } catch (error) {
      if (!(error instanceof ChatError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
      lines.push(`*An attachment was left out: ${error.message}*`);
    }
  }
  if (moreAttachments > 0) lines.push(`*${moreAttachments} more attachments were left out.*`);
  return lines;
}
