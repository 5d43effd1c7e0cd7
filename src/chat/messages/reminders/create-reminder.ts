import { Type } from 'typebox';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { described } from '../../../platform/http/described.ts';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, json, text, withDefault } from '../../http/params.ts';
import { renderMessage } from '../../markdown/index.ts';
import { renderOptions } from '../../reading/render-options.ts';
import { realmOf } from '../../realms/access.ts';
import { limits } from '../../settings/realm-settings.ts';
import { accessUserById } from '../../users/access.ts';
import { accessMessage } from '../access.ts';
import { doAddDue } from '../due/actions.ts';
import { DeliveryTimestamp, readDeliveryTime } from '../due/delivery-time.ts';
import { mentionDirectory } from '../mentions/directory.ts';
import { reminderList } from './reminder.ts';
import { announcedReminder } from './reminder-text.ts';

export const createReminder = chatOperation({
  method: 'POST',
  path: '/reminders',
  since: 381,
  summary: 'Be reminded of a message at a later time',
  access: anyUser,
  params: {
    message_id: json(described(Id, 'ID of the message to be reminded of.')),
    scheduled_delivery_timestamp: json(
      described(DeliveryTimestamp, 'When to send the reminder, in UNIX seconds. It must be in the future.'),
    ),
    note: withDefault(
      text(
        Type.String({
          maxLength: limits.maxReminderNoteLength,
          description: 'Text of the reminder, at most `max_reminder_note_length` characters.',
        }),
      ),
      '',
    ),
  },
  answer: {
    reminder_id: Type.Integer({ description: 'ID under which the reminder can be deleted until it is sent.' }),
  },
  async write({ tx, services, caller, now }, { message_id, scheduled_delivery_timestamp, ...given }) {
    const { userId } = caller;
    const deliverAt = readDeliveryTime(scheduled_delivery_timestamp, now);
    const facts = uncachedFacts(tx);
    const message = await accessMessage(tx, facts, caller, message_id);
    const note = given.note.trim();
    const content = announcedReminder((await realmOf(facts)).language, message, note);
    const directory = await mentionDirectory(tx, facts, caller, content);
    const author = await accessUserById(facts, userId);
    const options = await renderOptions(services, facts, author);
    const rendered = renderMessage(content, directory, options);
    const { id } = await doAddDue(tx, reminderList, caller, {
      userId,
      messageId: message.id,
      note,
      content,
      renderedContent: rendered.html,
      deliverAt,
    });
    return { reminder_id: id };
  },
});
