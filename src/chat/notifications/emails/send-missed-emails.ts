import { createHash } from 'node:crypto';
import { isWanted, type NotificationTrigger } from '../../../../rules/notifications.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { doQueueAllOutbound, type OutboundMessage } from '../../../platform/outbound/outbox.ts';
import type { Services } from '../../../platform/services.ts';
import { doMakeReplyAddresses } from '../../incoming-mail/actions.ts';
import { withKnownSenders } from '../../messages/known-senders.ts';
import { loadMessages } from '../../messages/message-loader.ts';
import type { Message } from '../../reading/message.ts';
import { unreadAmong } from '../../reading/visible-among.ts';
import { type Realm, realmOf } from '../../realms/access.ts';
import { languageOfPerson, settingsOf } from '../../user-settings/access.ts';
import { findUserById, type User } from '../../users/access.ts';
import { conversationKey, conversationUrl } from '../conversation.ts';
import { factsOfPairs } from '../facts-of-pairs.ts';
import { EMAIL_QUEUE } from './email-queue.ts';
import { type DuePerson, isElsewhere, listDue, takeMissed } from './queries.ts';
import { emailTexts } from './texts.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';
import { writeEmail } from './write-email.ts';

/** People of one look; the next look finds the others. */
const MAX_PEOPLE = 200;

/** A message to be sent, with its text and cause. */
interface Notified {
  message: Message;
  text: string;
  cause: NotificationTrigger;
}

/**
 * Writes the e-mails that are due. By the minute too: for what fell due while the server was down, and for people who
 * may be disturbed again.
 */
export const missedEmails = defineJob({
  queue: EMAIL_QUEUE,
  cron: '* * * * *',
  expireInSeconds: 300,
  retryLimit: 3,
  retryDelay: 5,
  concurrency: 1,
  handle: (services, _data, signal) => sendMissedEmails(services, signal),
});

/**
 * Writes the e-mails of everybody whose time has come. What waited for a person is taken and their e-mails are put into
 * the outbox by one transaction: so each goes out once, whichever processes run and whenever one of them dies.
 */
export async function sendMissedEmails(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = services;
  const failed = new Set<string>();
  for (;;) {
    const due = await listDue(database.reader, clock.now(), MAX_PEOPLE + failed.size);
    const next = due.filter(({ organizationId, userId }) => !failed.has(`${organizationId} ${userId}`));
    if (next.length === 0 || signal?.aborted) return;
    for (const person of next) {
      if (signal?.aborted) return;
      try {
        await database.transaction((tx) => doSendEmails(tx, services, person), person);
      } catch (error) {
        // Nobody waits for an e-mail that cannot be written.
        database.availability.logFailure(error, 'e-mails about missed messages could not be created');
        log.debug({ ...person }, 'e-mails about missed messages are waiting');
        failed.add(`${person.organizationId} ${person.userId}`);
      }
    }
  }
}

async function doSendEmails(tx: Tx, services: Services, person: DuePerson): Promise<void> {
  const { organizationId, userId } = person;
  const missed = await takeMissed(tx, userId);
  if (missed.length === 0) return;
  const facts = uncachedFacts(tx);
  const user = await findUserById(facts, userId);
  if (!user?.isActive) return;
  const pending = await stillToNotify(tx, { organizationId, userId, role: user.role }, missed);
  if (pending.length === 0) return;
  const realm = await realmOf(facts);
  const conversations = Map.groupBy(pending, ({ message }) => conversationKey(message));
  const namesOrganization = await isNamed(tx, user);
  const newest = [...conversations.values()].map((messages) => messages.at(-1)!.message);
  const replyTo = await doMakeReplyAddresses(tx, services, { ...person, sentTo: user.email }, newest);
  const url = await organizationUrl(services, organizationId);
  const mails = [...conversations].map(([key, messages], n) =>
    mailOf(services, url, realm, user, { key, messages, namesOrganization, replyTo: replyTo?.[n] }),
  );
  await doQueueAllOutbound(tx, mails);
}

/** The messages that the person still sees, has not read, and still wants to be notified of. */
async function stillToNotify(
  tx: Tx,
  { organizationId, userId, role }: Pick<DuePerson, 'organizationId' | 'userId'> & Pick<User, 'role'>,
  missed: readonly { id: number; cause: NotificationTrigger }[],
): Promise<Notified[]> {
  const facts = uncachedFacts(tx);
  const reader = { organizationId, userId };
  const unread = await unreadAmong(
    tx,
    facts,
    reader,
    missed.map(({ id }) => id),
  );
  const texts = new Map(unread.map(({ id, text }) => [id, text]));
  const loaded = await loadMessages(tx, facts, [...texts.keys()]);
  const messages = await withKnownSenders(facts, { organizationId, userId, role }, loaded);
  const pairs = messages.map(({ channelId, topic, sender }, n) => ({
    n,
    userId,
    channelId,
    topic,
    senderId: sender.id,
  }));
  const known = await factsOfPairs(tx, pairs);
  const triggerOf = new Map(missed.map(({ id, cause }) => [id, cause]));
  return messages.flatMap((message, n) => {
    const cause = triggerOf.get(message.id)!;
    const now = known.get(n);
    const isStillWanted = now && !now.isSenderMuted && isWanted('email', cause, now);
    return isStillWanted ? [{ message, cause, text: texts.get(message.id)! }] : [];
  });
}

/** spec: chat 4.2, realm_name_in_email_notifications_policy: automatic is where the person could mistake it. */
async function isNamed(tx: Tx, user: User): Promise<boolean> {
  const policy = settingsOf(user).realm_name_in_email_notifications_policy;
  return policy === 2 || (policy === 1 && (await isElsewhere(tx, user.email)));
}

function mailOf(
  services: Services,
  url: string,
  realm: Realm,
  user: User,
  conversation: { key: string; messages: readonly Notified[]; namesOrganization: boolean; replyTo: string | undefined },
): OutboundMessage {
  const { organizationId } = realm;
  const { key, messages, namesOrganization, replyTo } = conversation;
  const first = messages[0]!.message;
  const { channelName: name, topic } = first;
  const unsubscribe = unsubscribeUrl(services, url, 'missed', { organizationId, userId: user.id });
  const written = writeEmail(
    {
      organization: realm.name,
      namesOrganization,
      channel: name === null ? undefined : { name, topic: topic || realm.emptyTopicDisplayName },
      messages: messages.map(({ message, text, cause }) => ({ sender: message.sender.fullName, text, cause })),
      showsContent:
        settingsOf(user).message_content_in_email_notifications &&
        realm.settings.message_content_allowed_in_email_notifications,
      url: conversationUrl(url, first),
      takesAnswers: replyTo !== undefined,
      unsubscribeUrl: unsubscribe,
    },
    emailTexts(languageOfPerson(user)),
  );
  return {
    organizationId,
    channel: 'email',
    recipient: user.email,
    ...written,
    // It says nothing about the conversation to whoever sees the header.
    thread: createHash('sha256').update(`${organizationId} ${user.id} ${key}`).digest('base64url').slice(0, 32),
    unsubscribeUrl: unsubscribe,
    ...(replyTo === undefined ? {} : { sealedReplyTo: services.secrets.seal(replyTo) }),
  };
}
