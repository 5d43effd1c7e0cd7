import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import type { Services } from '../../platform/services.ts';
import { accessChannelById, loadSubscribers, maySendTo, notAuthorizedToSend } from '../channels/access.ts';
import { emitPassing } from '../event-queues/hub.ts';
import { anyUser, type ChatCaller, Role } from '../http/caller.ts';
import { badRequest, missingParam } from '../http/errors.ts';
import { chatOperation, type ReadRequest } from '../http/operation.ts';
import { Id, json, optional, text, withDefault } from '../http/params.ts';
import { checkDirectMessage } from '../messages/send/direct-permission.ts';
import { isDirect, MessageType } from '../messages/send/recipients.ts';
import { realmOf } from '../realms/access.ts';
import { realmHost } from '../settings/address.ts';
import { readNamedTopic } from '../topics/topic-name.ts';
import { settingsOf } from '../user-settings/access.ts';
import { accessUserById, emailFor, findUsersByIds, type User } from '../users/access.ts';
import { isKnown, knownPeople } from '../users/known-people.ts';
import { MAX_SUBSCRIBERS, typingListeners } from './audience.ts';

export const TypingOp = Type.Union([Type.Literal('start'), Type.Literal('stop')]);

/** It writes nothing, so it is a `read`. */
export const setTypingStatus = chatOperation({
  method: 'POST',
  path: '/typing',
  summary: 'Notify others that the caller starts or stops typing',
  access: anyUser,
  params: {
    op: text(
      described(TypingOp, '`start`: the caller begins to type or still types. `stop`: the caller no longer does.'),
    ),
    // client: zulip-terminal sends none for direct messages.
    type: withDefault(
      text(described(MessageType, '`direct` (or `private`): to people. `channel` (or `stream`): to a channel.')),
      'direct',
    ),
    to: optional(
      json(Type.Array(Id, { maxItems: 1000, description: 'User IDs of the people of a direct conversation.' })),
    ),
    stream_id: optional(json(described(Id, 'ID of the channel.'))),
    topic: optional(text(Type.String({ description: 'Topic in the channel.' }))),
  },
  answer: {},
  async read(request, { op, type, to, stream_id, topic }) {
    const { caller, services } = request;
    const sender = await accessUserById(services.state.of(caller.organizationId), caller.userId);
    if (isDirect(type)) await emitToPeople(request, sender, op, to);
    else await emitToChannel(services, caller, sender, op, stream_id ?? (to?.length === 1 ? to[0] : undefined), topic);
    return {};
  },
});

async function emitToPeople(
  { caller, services, reader }: ReadRequest,
  sender: User,
  op: string,
  to: readonly number[] | undefined,
): Promise<void> {
  const { organizationId } = caller;
  if (to === undefined) throw missingParam('to');
  if (to.length === 0) throw badRequest("Empty 'to' list");
  if (!settingsOf(sender).send_private_typing_notifications)
    throw badRequest('User has disabled typing notifications for direct messages');
  const ids = [...new Set([...to, sender.id])].sort((a, b) => a - b);
  const users = await findUsersByIds(services.state.of(organizationId), ids);
  const known = await knownPeople(services.state.of(caller.organizationId), caller);
  for (const id of ids) if (!users.has(id) || !isKnown(known, id)) throw badRequest(`Invalid user ID ${id}`);
  const people = ids.map((id) => users.get(id)!);
  await checkDirectMessage(
    reader,
    services.state.of(reader.organizationId),
    await realmOf(services.state.of(organizationId)),
    sender,
    people,
  );
  // The event is one for all, so it has the addresses that all may see.
  const host = realmHost(services);
  const person = (user: User) => ({ user_id: user.id, email: emailFor({ role: Role.guest }, user, host) });
  emitPassing(services, {
    organizationId,
    kind: 'typing',
    userIds: await typingListeners(services.state.of(organizationId), ids),
    isOfChannel: false,
    payload: { type: 'typing', op, message_type: 'direct', sender: person(sender), recipients: people.map(person) },
  });
}

async function emitToChannel(
  services: Services,
  caller: ChatCaller,
  sender: User,
  op: string,
  channelId: number | undefined,
  givenTopic: string | undefined,
): Promise<void> {
  const { organizationId } = caller;
  const { state } = services;
  if (channelId === undefined) throw missingParam('stream_id');
  if (givenTopic === undefined) throw missingParam('topic');
  if (!settingsOf(sender).send_stream_typing_notifications)
    throw badRequest('User has disabled typing notifications for channel messages');
  const topic = readNamedTopic(givenTopic, await realmOf(state.of(organizationId)));
  const channel = await accessChannelById(state.of(caller.organizationId), caller, channelId);
  if (!(await maySendTo(state.of(caller.organizationId), caller, channel))) throw notAuthorizedToSend(channel);
  const subscribers =
    (await loadSubscribers(services.database.reader.of(organizationId), [channel.id])).get(channel.id) ?? [];
  if (subscribers.length > MAX_SUBSCRIBERS) return;
  const email = emailFor({ role: Role.guest }, sender, realmHost(services));
  emitPassing(services, {
    organizationId,
    kind: 'typing',
    userIds: await typingListeners(state.of(organizationId), subscribers),
    isOfChannel: true,
    payload: {
      type: 'typing',
      op,
      message_type: 'stream',
      sender: { user_id: sender.id, email },
      stream_id: channel.id,
      topic,
    },
  });
}
