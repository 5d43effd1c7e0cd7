import { described } from '../../../platform/http/described.ts';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath } from '../../http/params.ts';
import { doRemoveItems } from '../../owned-lists/actions.ts';
import { reminderList } from './reminder.ts';

export const deleteReminderOperation = chatOperation({
  method: 'DELETE',
  path: '/reminders/:reminder_id',
  since: 399,
  summary: 'Cancel a reminder',
  access: anyUser,
  params: { reminder_id: inPath(described(Id, 'ID of the reminder to delete.')) },
  answer: {},
  async write({ tx, caller }, { reminder_id }) {
    await doRemoveItems(tx, reminderList, caller, [reminder_id]);
    return {};
  },
});
