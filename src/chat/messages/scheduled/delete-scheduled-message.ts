import { described } from '../../../platform/http/described.ts';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath } from '../../http/params.ts';
import { doRemoveItems } from '../../owned-lists/actions.ts';
import { scheduledMessageList } from './scheduled-message.ts';

export const deleteScheduledMessageOperation = chatOperation({
  method: 'DELETE',
  path: '/scheduled_messages/:scheduled_message_id',
  summary: 'Cancel a scheduled message',
  access: anyUser,
  params: { scheduled_message_id: inPath(described(Id, 'ID of the scheduled message to delete.')) },
  answer: {},
  async write({ tx, caller }, { scheduled_message_id }) {
    await doRemoveItems(tx, scheduledMessageList, caller, [scheduled_message_id]);
    return {};
  },
});
