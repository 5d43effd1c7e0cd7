import { described } from '../../platform/http/described.ts';
import { accessChannelById } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json } from '../http/params.ts';
import { markAsRead } from './mark-as-read.ts';

export const markStreamAsRead = chatOperation({
  method: 'POST',
  path: '/mark_stream_as_read',
  summary: "Mark the caller's unread messages of a channel as read",
  access: anyUser,
  params: { stream_id: json(described(Id, 'ID of the channel whose messages the caller has read.')) },
  answer: {},
  async write(request, { stream_id }) {
    const channel = await accessChannelById(
      request.services.state.of(request.caller.organizationId),
      request.caller,
      stream_id,
    );
    // The answer has no way to say that something is left.
    await markAsRead(request, [{ operator: 'channel', operand: channel.id }], Number.POSITIVE_INFINITY);
    return {};
  },
});
