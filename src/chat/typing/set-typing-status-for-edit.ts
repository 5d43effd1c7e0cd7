import { described } from '../../platform/http/described.ts';
import { loadSubscribers } from '../channels/access.ts';
import { emitPassing } from '../event-queues/hub.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, text } from '../http/params.ts';
import { accessMessage } from '../messages/access.ts';
import { checkMayEdit } from '../messages/edit/permissions.ts';
import { realmOf } from '../realms/access.ts';
import { settingsOf } from '../user-settings/access.ts';
import { accessUserById } from '../users/access.ts';
import { MAX_SUBSCRIBERS, typingListeners } from './audience.ts';
import { TypingOp } from './set-typing-status.ts';

/** It writes nothing, so it is a `read`. */
export const setTypingStatusForEdit = chatOperation({
  method: 'POST',
  path: '/messages/:message_id/typing',
  since: 351,
  summary: 'Notify others that the caller starts or stops editing a message',
  access: anyUser,
  params: {
    message_id: inPath(described(Id, 'ID of the message that the caller edits.')),
    op: text(described(TypingOp, '`start`: the caller edits the message. `stop`: the caller no longer does.')),
  },
  answer: {},
  async read({ reader, caller, services, now }, { message_id, op }) {
    const { organizationId, userId } = caller;
    const { state } = services;
    const message = await accessMessage(reader, state.of(reader.organizationId), caller, message_id);
    checkMayEdit(await realmOf(state.of(organizationId)), caller, message, now);
    const settings = settingsOf(await accessUserById(state.of(organizationId), userId));
    const { channelId, topic } = message;
    if (channelId === null ? !settings.send_private_typing_notifications : !settings.send_stream_typing_notifications)
      throw badRequest('User has disabled typing notifications for this type of message');
    const people =
      channelId === null
        ? message.people.map(({ id }) => id)
        : ((await loadSubscribers(reader, [channelId])).get(channelId) ?? []);
    if (channelId !== null && people.length > MAX_SUBSCRIBERS) return {};
    const recipient =
      channelId === null ? { type: 'direct', user_ids: people } : { type: 'channel', channel_id: channelId, topic };
    emitPassing(services, {
      organizationId,
      kind: 'typing_edit_message',
      userIds: await typingListeners(state.of(organizationId), people),
      isOfChannel: false,
      payload: { type: 'typing_edit_message', op, sender_id: userId, message_id, recipient },
    });
    return {};
  },
});
