import { uncachedFacts } from '../../platform/events/facts.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { loadServices } from '../bots/access.ts';
import { ChatError } from '../http/errors.ts';
import { accessMessage } from '../messages/access.ts';
import { doSendMessage, messageByLocalId } from '../messages/send/send.ts';
import { namePerson } from '../notices/names.ts';
import { noticeTexts, quotation } from '../notices/texts.ts';
import { doSendNotice } from '../notification-bot/actions.ts';
import type { Message } from '../reading/message.ts';
import { realmOf } from '../realms/access.ts';
import { findUserById, type User } from '../users/access.ts';
import { askService } from './ask-service.ts';
import { type BotCall, CALL_QUEUE } from './call.ts';
import { payloadOf } from './payload.ts';

/** A call that fails for the moment is made so often, with pauses between. */
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 5000;
/** Name of the program that replies come from. */
const CLIENT = 'OutgoingWebhook';

export const callBots = defineJob<BotCall>({
  queue: CALL_QUEUE,
  expireInSeconds: 60,
  retryLimit: 3,
  retryDelay: 5,
  concurrency: 8,
  handle: callInTurn,
});

/** Calls of one organization that a process makes at a time: a service that does not answer holds up its own only. */
const MAX_OF_ORGANIZATION = 3;
/** Delay before a call above the limit is looked at again. */
const LATER_MS = 1000;
const underWay = perServices(() => new Map<string, number>());

async function callInTurn(services: Services, call: BotCall, signal: AbortSignal): Promise<void> {
  const counts = underWay(services);
  const { organizationId } = call;
  const count = counts.get(organizationId) ?? 0;
  if (count >= MAX_OF_ORGANIZATION) return callAgain(services, call, LATER_MS);
  counts.set(organizationId, count + 1);
  try {
    await callBot(services, call, signal);
  } finally {
    const left = counts.get(organizationId)! - 1;
    if (left === 0) counts.delete(organizationId);
    else counts.set(organizationId, left);
  }
}

async function callAgain({ database, clock }: Services, call: BotCall, inMs: number): Promise<void> {
  const startAfter = new Date(clock.now().getTime() + inMs);
  await database.transaction(async (tx) => tx.enqueue({ queue: CALL_QUEUE, data: call, startAfter }));
}

async function callBot(services: Services, call: BotCall, signal: AbortSignal): Promise<void> {
  const { database, state, secrets } = services;
  const { organizationId, botId, messageId } = call;
  await state.confirm(organizationId);
  const bot = await findUserById(state.of(organizationId), botId);
  const [service] = await loadServices(database.reader.of(organizationId), [botId]);
  if (!bot?.isActive || !service) return;
  // The bot has replied, and the process that noted it died.
  if ((await messageByLocalId(database.reader.of(organizationId), botId, markOf(messageId))) !== undefined) return;
  const message = await findMessage(services, call);
  if (!message) return;
  const token = secrets.open(service.sealedToken);
  const body = await payloadOf(services, organizationId, bot, {
    message,
    trigger: call.trigger,
    token,
    interface: service.interface,
  });
  const answer = await askService(services, service.baseUrl, body, signal);
  signal.throwIfAborted();
  if (answer.kind === 'nothing') return;
  if (answer.kind === 'reply') return reply(services, organizationId, bot, message, answer.content);
  // This process stops and has ended the call, which therefore counts as none.
  if (answer.again && services.closing.aborted) return callAgain(services, call, 0);
  if (!answer.again || call.attempt >= MAX_ATTEMPTS)
    return sendNoticeToOwner(services, organizationId, bot, message, answer.reason);
  await callAgain(services, { ...call, attempt: call.attempt + 1 }, PAUSE_MS * call.attempt);
}

/** The message as it is now, if the bot may see it. */
async function findMessage({ database, state }: Services, call: BotCall): Promise<Message | undefined> {
  const reader = { organizationId: call.organizationId, userId: call.botId };
  try {
    return await accessMessage(
      database.reader.of(reader.organizationId),
      state.of(reader.organizationId),
      reader,
      call.messageId,
    );
  } catch (error) {
    if (error instanceof ChatError) return undefined;
    throw error;
  }
}

/** One reply to each message. */
const markOf = (messageId: number) => ({ queueId: CALL_QUEUE, localId: String(messageId) });

/** Replies where the message was, under the bot's own permissions. */
async function reply(
  services: Services,
  organizationId: string,
  bot: User,
  message: Message,
  content: string,
): Promise<void> {
  const author = { organizationId, userId: bot.id, role: bot.role, isBot: true };
  const to =
    message.channelId === null
      ? { type: 'direct' as const, to: message.people.map(({ id }) => id), topic: '' }
      : { type: 'channel' as const, to: message.channelId, topic: message.topic };
  const draft = { ...to, content, readBySender: true, client: CLIENT, local: markOf(message.id) };
  try {
    await services.database.transaction((tx) => doSendMessage(tx, services, uncachedFacts(tx), author, draft), {
      organizationId,
      takesLog: true,
    });
  } catch (error) {
    if (!(error instanceof ChatError)) throw error;
    await sendNoticeToOwner(services, organizationId, bot, message, error.message);
  }
}

/** Tells the bot's owner why it did not reply; nobody else can mend it. */
async function sendNoticeToOwner(
  services: Services,
  organizationId: string,
  bot: User,
  message: Message,
  reason: string,
): Promise<void> {
  await services.database.transaction(
    async (tx) => {
      const facts = uncachedFacts(tx);
      const owner = bot.botOwnerId === null ? undefined : await findUserById(facts, bot.botOwnerId);
      if (!owner?.isActive) return;
      const texts = noticeTexts((await realmOf(facts)).language);
      // The owner need not be among those who see the message: its author is named, not its place.
      const text = texts.botFailed({
        bot: namePerson(bot),
        author: namePerson(message.sender),
        reason: quotation(reason),
      });
      await doSendNotice(tx, services, { userId: owner.id }, text);
    },
    { organizationId },
  );
}
