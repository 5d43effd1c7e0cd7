import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { doCreateUser } from '../accounts/actions.ts';
import { doEmitNewBot } from '../bots/actions.ts';
import { Role } from '../http/caller.ts';
import type { Author, MessageRequest } from '../messages/send/compose.ts';
import { doSendMessage } from '../messages/send/send.ts';
import { realmHost } from '../settings/address.ts';
import { nameKnownPeople } from './known-names.ts';
import { isTakenAddress, loadBotId, saveBotId } from './queries.ts';

const FULL_NAME = 'Notification Bot';
/** Name of the program that notices come from. */
const CLIENT = 'Internal';

/** Recipient of a notice: a topic or one person. */
export type NoticeRecipient = { channelId: number; topic: string } | { userId: number };

/** Sends a notice in the organization's own name, in the transaction. @returns the message's ID */
export async function doSendNotice(tx: Tx, services: Services, to: NoticeRecipient, content: string): Promise<number> {
  const author = await doPrepareNotices(tx, services);
  // Uncached facts: the transaction may have changed them.
  const facts = uncachedFacts(tx);
  const named = 'userId' in to ? await nameKnownPeople(facts, to.userId, content) : content;
  const { id } = await doSendMessage(tx, services, facts, author, noticeTo(to, named));
  return id;
}

/** Returns the sender of notices: the organization's bot, created on first use. */
export async function doPrepareNotices(tx: Tx, services: Services): Promise<Author> {
  const { organizationId } = tx;

  const userId = await doEnsureNotificationBot(tx, realmHost(services));
  return { organizationId, userId, role: Role.member, isBot: true };
}

/** A notice as it is sent. */
export function noticeTo(to: NoticeRecipient, content: string): MessageRequest {
  const recipient =
    'userId' in to
      ? { type: 'direct' as const, to: [to.userId], topic: '' }
      : { type: 'channel' as const, to: to.channelId, topic: to.topic };
  return { ...recipient, content, readBySender: true, client: CLIENT, local: null, isNotice: true };
}

/** The organization's bot; created on first use. */
export async function doEnsureNotificationBot(tx: Tx, host: string): Promise<number> {
  const { organizationId } = tx;

  const known = await loadBotId(tx);
  if (known !== null) return known;
  // One of two concurrent notices creates the bot.
  await tx.position();
  const made = await loadBotId(tx);
  if (made !== null) return made;
  const id = await doCreateUser(tx, {
    organizationId,
    email: await freeAddress(tx, host),
    fullName: FULL_NAME,
    role: Role.member,
    passwordHash: null,
    botType: 1,
    botOwnerId: null,
    host,
  });
  await saveBotId(tx, id);
  await doEmitNewBot(tx, id);
  return id;
}

/** An unused address; no mail is sent to it. */
async function freeAddress(tx: Tx, host: string): Promise<string> {
  for (let n = 1; ; n++) {
    const email = `notification-bot${n === 1 ? '' : `-${n}`}@${host}`;
    if (!(await isTakenAddress(tx, email))) return email;
  }
}
