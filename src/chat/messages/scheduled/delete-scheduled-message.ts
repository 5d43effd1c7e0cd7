import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath } from '../../http/params.ts';
import { accessScheduledMessage } from './access.ts';
import { doDeleteScheduledMessages } from './actions.ts';

export const deleteScheduledMessageOperation = chatOperation({
  method: 'DELETE',
  path: '/scheduled_messages/:scheduled_message_id',
  summary: 'Cancel a scheduled message',
  access: anyUser,
  params: { scheduled_message_id: inPath(Id) },
  answer: {},
  async write({ tx, caller }, { scheduled_message_id }) {
    const message = await accessScheduledMessage(tx, caller, scheduled_message_id);
    await doDeleteScheduledMessages(tx, caller.organizationId, [message]);
    return {};
  },
});
