import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { EventMessageObject } from '../messages/present.ts';
import { ReminderObject } from '../messages/reminders/reminder.ts';
import { ScheduledMessageObject } from '../messages/scheduled/scheduled-message.ts';
import type { DeclaredEvent, DeclaredKind } from './declared.ts';

const MessageIds = Type.Array(Type.Integer(), { description: 'IDs of all messages that changed.' });
const Flags = Type.Array(Type.String(), { description: 'Flags that the reader has on the message, such as `read`.' });
const MessageKind = Type.Enum(['stream', 'private'], {
  description: '`stream`: channel messages. `private`: direct messages.',
});
const EmojiType = Type.Enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji', 'zulip_extra_emoji'], {
  description: 'Kind of emoji. Clients whose names start with "zulip" get `zulip_extra_emoji` for the last kind.',
});
const channelOfMessages = {
  stream_id: Type.Optional(Type.Integer({ description: 'ID of the channel. Absent for direct messages.' })),
  topic: Type.Optional(Type.String({ description: 'Topic of the messages. Absent for direct messages.' })),
};

const reaction = (sentence: string): DeclaredEvent => ({
  sentence,
  members: {
    message_id: Type.Integer({ description: 'ID of the message that people react to.' }),
    emoji_name: Type.String({ description: 'Name of the emoji, without colons.' }),
    emoji_code: Type.String({ description: 'Code points of the emoji, or the ID of a custom emoji.' }),
    reaction_type: EmojiType,
    user_id: Type.Integer({ description: 'ID of the person who reacted.' }),
    user: Type.Object(
      {
        user_id: Type.Integer({ description: 'ID of the person.' }),
        email: Type.String({ description: 'E-mail address, as far as everybody may see it.' }),
        full_name: Type.String({ description: 'Name that everybody sees.' }),
      },
      { additionalProperties: false, description: 'The same person, for older clients.' },
    ),
  },
});

const UnreadDetails = Type.Record(
  Type.String({ pattern: '^[0-9]+$' }),
  Type.Object(
    {
      type: MessageKind,
      mentioned: Type.Optional(Type.Literal(true, { description: 'True if the message mentions the reader.' })),
      user_ids: Type.Optional(
        Type.Array(Type.Integer(), { description: 'The other people of a direct message. Absent for channels.' }),
      ),
      ...channelOfMessages,
      unmuted_stream_msg: Type.Optional(
        Type.Boolean({
          description: 'Whether neither the channel nor the topic is muted. Absent for direct messages.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  { description: 'The conversation of each message, by its ID. Only if the messages are unread again.' },
);

const flagChange = (op: 'add' | 'remove', sentence: string, more: DeclaredEvent['members'] = {}): DeclaredEvent => ({
  sentence,
  members: {
    operation: Type.Literal(op, { description: 'Older name of `op`.' }),
    flag: Type.String({ description: 'Name of the flag, such as `read` or `starred`.' }),
    messages: MessageIds,
    all: Type.Literal(false, { description: 'Always false. Older clients read it.' }),
    ...more,
  },
});

const TypingPerson = Type.Object(
  {
    user_id: Type.Integer({ description: 'ID of the person.' }),
    email: Type.String({ description: 'E-mail address, as far as everybody may see it.' }),
  },
  { additionalProperties: false },
);

const typing = (sentence: string): DeclaredEvent => ({
  sentence,
  members: {
    message_type: Type.Enum(['direct', 'stream'], { description: '`stream`: in a channel.' }),
    sender: described(TypingPerson, 'The person who writes.'),
    recipients: Type.Optional(
      Type.Array(TypingPerson, { description: 'All people of a direct conversation. Absent for channels.' }),
    ),
    ...channelOfMessages,
  },
});

const typingEdit = (sentence: string): DeclaredEvent => ({
  sentence,
  members: {
    sender_id: Type.Integer({ description: 'ID of the person who edits.' }),
    message_id: Type.Integer({ description: 'ID of the message that is edited.' }),
    recipient: Type.Union(
      [
        Type.Object(
          {
            type: Type.Literal('direct', { description: 'A direct message.' }),
            user_ids: Type.Array(Type.Integer(), { description: 'IDs of all people of the conversation.' }),
          },
          { additionalProperties: false },
        ),
        Type.Object(
          {
            type: Type.Literal('channel', { description: 'A channel message.' }),
            channel_id: Type.Integer({ description: 'ID of the channel that holds the message.' }),
            topic: Type.String({ description: 'Topic of the message.' }),
          },
          { additionalProperties: false },
        ),
      ],
      { description: 'The conversation of the message.' },
    ),
  },
});

/** Events about messages and what people write. */
export const messageEvents = {
  message: {
    sentence: 'A message has arrived.',
    members: {
      message: described(EventMessageObject, 'The message, in the format that the registration asked for.'),
      flags: Flags,
      local_message_id: Type.Optional(
        Type.String({ description: '`local_id` of the request that sent the message. Only in the queue it named.' }),
      ),
    },
  },
  update_message: {
    sentence: 'Messages were edited or moved, or one was rendered again.',
    members: {
      user_id: Type.Union([Type.Integer(), Type.Null()], {
        description: 'ID of the person who made the change. Null if the server only rendered the message again.',
      }),
      rendering_only: Type.Boolean({ description: 'Whether only the HTML changed, such as an added link preview.' }),
      message_id: Type.Integer({ description: 'ID of the edited message, or of one of the moved ones.' }),
      message_ids: MessageIds,
      flags: Flags,
      edit_timestamp: Type.Integer({ description: 'When the change was made, in UNIX seconds.' }),
      stream_id: Type.Optional(Type.Integer({ description: 'Channel before a move. Absent for direct messages.' })),
      stream_name: Type.Optional(
        Type.String({ description: 'Name of that channel. Absent if the reader may not know it.' }),
      ),
      new_stream_id: Type.Optional(Type.Integer({ description: 'Channel after a move to another one.' })),
      propagate_mode: Type.Optional(
        Type.Enum(['change_one', 'change_later', 'change_all'], { description: 'Messages that the move was to take.' }),
      ),
      orig_subject: Type.Optional(Type.String({ description: 'Topic before a move. Absent without a move.' })),
      subject: Type.Optional(Type.String({ description: 'Topic after a move. Absent if it stayed the same.' })),
      topic_links: Type.Optional(
        Type.Array(
          Type.Object(
            {
              text: Type.String({ description: 'Part of the topic that the link stands for.' }),
              url: Type.String({ description: 'Address of the link.' }),
            },
            { additionalProperties: false },
          ),
          { description: 'Links that linkifiers find in the new topic. Absent if the topic stayed the same.' },
        ),
      ),
      orig_content: Type.Optional(Type.String({ description: 'Markdown before an edit.' })),
      orig_rendered_content: Type.Optional(Type.String({ description: 'HTML before an edit.' })),
      content: Type.Optional(Type.String({ description: 'Markdown after an edit. Absent if the content stayed.' })),
      rendered_content: Type.Optional(Type.String({ description: 'HTML of that content.' })),
      is_me_message: Type.Optional(Type.Boolean({ description: 'Whether that content starts with `/me`.' })),
    },
  },
  delete_message: {
    sentence: 'Messages were deleted, or the reader can no longer see them.',
    members: {
      message_ids: Type.Optional(
        Type.Array(Type.Integer(), {
          description: 'IDs of the messages, with the capability `bulk_message_deletion`.',
        }),
      ),
      message_id: Type.Optional(Type.Integer({ description: 'ID of the message, without that capability.' })),
      message_type: MessageKind,
      ...channelOfMessages,
    },
  },
  reaction: {
    sentence: 'Somebody changed their reactions to a message.',
    byOp: {
      add: reaction('Somebody added a reaction to a message.'),
      remove: reaction('Somebody removed their reaction from a message.'),
    },
  },
  submessage: {
    sentence: 'Somebody voted in a poll or changed a to-do list.',
    members: {
      message_id: Type.Integer({ description: 'ID of the message that holds the widget.' }),
      submessage_id: Type.Integer({ description: 'Unique number of the change.' }),
      sender_id: Type.Integer({ description: 'ID of the person who made the change.' }),
      msg_type: Type.String({ description: 'Kind of change: `widget` for polls and to-do lists.' }),
      content: Type.String({ description: 'JSON text, as clients wrote it.' }),
    },
  },
  update_message_flags: {
    sentence: 'Flags of messages changed for the reader.',
    byOp: {
      add: flagChange('add', 'Messages have a flag from now on.'),
      remove: flagChange('remove', 'Messages no longer have a flag.', {
        message_details: Type.Optional(UnreadDetails),
      }),
    },
  },
  typing: {
    sentence: 'Somebody started or stopped writing a message. Not repeated to a queue that was away.',
    byOp: { start: typing('Somebody started writing.'), stop: typing('Somebody stopped writing.') },
  },
  typing_edit_message: {
    sentence: 'Somebody started or stopped editing a message. Not repeated to a queue that was away.',
    byOp: { start: typingEdit('Somebody started editing.'), stop: typingEdit('Somebody stopped editing.') },
  },
  scheduled_messages: {
    sentence: 'Messages that the reader scheduled changed.',
    byOp: {
      add: {
        sentence: 'The reader scheduled messages.',
        members: {
          scheduled_messages: Type.Array(ScheduledMessageObject, { description: 'The new scheduled messages.' }),
        },
      },
      update: {
        sentence: 'The reader changed a scheduled message, or it could not be sent.',
        members: { scheduled_message: described(ScheduledMessageObject, 'The scheduled message as it is now.') },
      },
      remove: {
        sentence: 'A scheduled message was sent or deleted.',
        members: { scheduled_message_id: Type.Integer({ description: 'ID of the scheduled message that is gone.' }) },
      },
    },
  },
  reminders: {
    sentence: 'Reminders of the reader changed.',
    byOp: {
      add: {
        sentence: 'The reader asked for reminders.',
        members: { reminders: Type.Array(ReminderObject, { description: 'The new reminders.' }) },
      },
      remove: {
        sentence: 'A reminder was sent or deleted.',
        members: { reminder_id: Type.Integer({ description: 'ID of the reminder that is gone.' }) },
      },
    },
  },
} satisfies Record<string, DeclaredKind>;
