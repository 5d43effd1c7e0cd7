import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteKeyUse } from '../../platform/credentials/key-uses.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { defaultsOf } from '../bots/access.ts';
import { BotType } from '../bots/bot.ts';
import { sendError } from '../http/error-answers.ts';
import { badRequest, ChatError, rateLimitHit } from '../http/errors.ts';
import { readQuery } from '../http/form.ts';
import { foreignText, withoutMentions } from '../messages/foreign-text.ts';
import { doSendMessage, messageByLocalId } from '../messages/send/send.ts';
import { limits } from '../settings/realm-settings.ts';
import { findUserById, type User } from '../users/access.ts';
import { readPayload, webhookFormats } from './formats.ts';
import { loadSealedSecret } from './queries.ts';
import { hmac, isSameText } from './signature.ts';
import type { WebhookFormat, WebhookMessage, WebhookReading } from './webhook-message.ts';

const MAX_BODY_BYTES = 1024 ** 2;
/** Characters that a message takes of what is read. */
const MAX_CONTENT = 9500;
/** Name of the program that the messages come from. */
const CLIENT = 'IncomingWebhook';

/**
 * `POST /api/v1/external/NAME?api_key=…&stream=…&topic=…`: programs that know nothing of the chat API speak as an
 * incoming-webhook bot. Without `stream` they write to the bot's default channel, or else to its owner. The key stands in the address, of which the log
 * takes the path alone.
 */
export async function serveIncomingWebhooks(app: FastifyInstance, services: Services): Promise<void> {
  const { config, database } = services;
  app.setErrorHandler((error: Error, request, reply) => sendError(config, error, request, reply));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  const limiter = createRateLimiter(app, { limit: config.chatRequestsPerMinute, windowMs: 60_000 });

  app.post('/api/v1/external/:name', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const format = webhookFormats.get((request.params as { name: string }).name);
    if (!format) throw new ChatError('NOT_FOUND', 'Not found');
    const query = readQuery(request);
    const { organizationId, bot } = await identify(services, request, query.get('api_key') ?? '');
    if (config.rateLimits) {
      const { exceeded, resetSeconds } = await limiter(request, `${organizationId} ${bot.id}`);
      if (exceeded) throw rateLimitHit(resetSeconds);
    }
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const sealed = await loadSealedSecret(database.reader.of(organizationId), bot.id);
    if (sealed) checkSignature(format, services.secrets.open(sealed), body, request);
    const payload = readPayload(body, request.headers['content-type'] ?? '');
    const reading: WebhookReading = format.read(payload, { headers: request.headers, query });
    if (reading === 'unknown') throw badRequest('The payload contains nothing that Hubbub can show');
    if (reading !== 'silent') {
      const deliveryId = format.deliveryId?.(payload, request.headers);
      const mark = reading.once ?? request.headers['idempotency-key'] ?? deliveryId ?? '';
      await send(services, organizationId, bot, reading, { query, mark: foreignText(mark).slice(0, 200) });
    }
    reply.header('cache-control', 'no-store');
    if (format.answer !== undefined) return reply.type('text/plain').send(format.answer);
    return reply.type('application/json').send('{"result":"success","msg":""}');
  });
}

/** @throws {ChatError} for keys that are none of an active incoming-webhook bot */
async function identify(
  services: Services,
  request: FastifyRequest,
  key: string,
): Promise<{ organizationId: string; bot: User }> {
  const { credentials, state, guesses } = services;
  const known = await credentials.identify(key);
  if (known) await state.confirm(known.organizationId);
  const identity = known && (await credentials.identify(key));
  if (identity?.kind !== 'chat' || !identity.subject) {
    await guesses.countWrongKey('chat', request.client.address);
    throw new ChatError('INVALID_API_KEY', 'Invalid API key');
  }
  const { organizationId, subject } = identity;
  const bot = await findUserById(state.of(organizationId), Number(subject));
  if (!bot?.isActive) throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
  if (bot.botType !== BotType.incomingWebhook)
    throw new ChatError('BAD_REQUEST', 'Account is not valid to post webhook messages');
  noteKeyUse(services, identity);
  return { organizationId, bot };
}

/** @throws {ChatError} `BAD_REQUEST` unless the body is signed as the service signs */
function checkSignature(format: WebhookFormat, secret: string, body: Buffer, { headers }: FastifyRequest): void {
  const isSigned = format.isSigned
    ? format.isSigned(secret, body, headers)
    : isSameText(headers['x-hub-signature-256'], `sha256=${hmac(secret, body, 'hex')}`);
  if (!isSigned) throw new ChatError('BAD_REQUEST', 'Webhook signature verification failed.');
}

/** Sends once: what comes again under the same mark was sent already. */
async function send(
  services: Services,
  organizationId: string,
  bot: User,
  message: WebhookMessage,
  { query, mark }: { query: ReadonlyMap<string, string>; mark: string },
): Promise<void> {
  const { database } = services;
  const local = mark === '' ? null : { queueId: 'incoming-webhook', localId: mark };
  const isSent = async () =>
    local !== null && (await messageByLocalId(database.reader.of(organizationId), bot.id, local)) !== undefined;
  if (await isSent()) return;
  const author = { organizationId, userId: bot.id, role: bot.role, isBot: true };
  const { sendingChannelId } = await defaultsOf(services.state.of(organizationId), bot.id);
  const draft = {
    ...destination(bot, sendingChannelId, message, query),
    // The sender is unknown, so it mentions nobody.
    content: withoutMentions(message.content, MAX_CONTENT),
    readBySender: true,
    client: CLIENT,
  };
  try {
    await database.transaction((tx) => doSendMessage(tx, services, uncachedFacts(tx), author, { ...draft, local }), {
      organizationId,
      takesLog: true,
    });
  } catch (error) {
    if (!(await isSent())) throw error;
  }
}

/** @throws {ChatError} `BAD_REQUEST` when there is nobody to write to */
function destination(
  bot: User,
  defaultChannelId: number | null,
  message: WebhookMessage,
  query: ReadonlyMap<string, string>,
) {
  const stream = query.get('stream')?.trim() || String(defaultChannelId ?? '');
  if (stream !== '') {
    const topic = [...(query.get('topic') ?? message.topic)].slice(0, limits.maxTopicLength).join('');
    return { type: 'channel' as const, to: /^\d{1,15}$/.test(stream) ? Number(stream) : stream, topic };
  }
  if (bot.botOwnerId === null)
    throw new ChatError('BAD_REQUEST', 'The webhook has no channel. Add the parameter "stream" to its URL.');
  return { type: 'direct' as const, to: [bot.botOwnerId], topic: '' };
}
