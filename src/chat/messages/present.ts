import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { addMember, closeObject, type JsonObjectText, openObject } from '../../platform/http/json-object-text.ts';
import { type Linkifier, topicLinks } from '../markdown/index.ts';
import type { FlagName } from '../reading/flags.ts';
import type { EditHistoryItem, Message, MessagePerson, Reaction } from '../reading/message.ts';
import type { MessageVariant } from '../reading/message-variant.ts';
import { realmSubdomain } from '../realms/access.ts';
import { avatarUrl, emailFor } from '../users/access.ts';
import { unknownPerson } from '../users/unknown-person.ts';

/** The organization's part of a message's JSON. */
export interface PresentContext {
  /** The realm's host: part of the dummy e-mail addresses, and `sender_realm_str`. */
  host: string;
  emptyTopicDisplayName: string;
  /** They find links in topics. */
  linkifiers: readonly Linkifier[];
}

/**
 * The message object as JSON text (spec: chat 2; fields after sender_id: clients D.1), complete but for what depends
 * on the single reader: `flags`, `match_content` and `match_subject` come in by `withFlags`.
 */
export function presentMessage(message: Message, variant: MessageVariant, context: PresentContext): string {
  const sender = variant.hidesSender ? unknownPerson(message.sender) : message.sender;
  const direct = message.channelId === null;
  const reader = { role: variant.readerRole };
  const shownTopic = (topic: string) =>
    topic === '' && !variant.emptyTopicName ? context.emptyTopicDisplayName : topic;
  // The order is that of the public documentation's example; clients do not depend on it.
  return JSON.stringify({
    id: message.id,
    avatar_url: avatarUrl(reader, sender, variant.clientGravatar),
    client: message.client,
    content: variant.applyMarkdown ? message.renderedContent : message.content,
    content_type: variant.applyMarkdown ? 'text/html' : 'text/x-markdown',
    display_recipient: direct
      ? message.people.map((person) => presentPerson(person, variant, context))
      : message.channelName,
    edit_history:
      message.editHistory.length > 0 && variant.editHistory
        ? message.editHistory.map((item) => presentHistory(item, shownTopic))
        : undefined,
    is_me_message: message.isMeMessage,
    last_edit_timestamp: message.lastEditTimestamp ?? undefined,
    last_moved_timestamp: message.lastMovedTimestamp ?? undefined,
    reactions: message.reactions.map((reaction) => presentReaction(reaction, variant)),
    recipient_id: message.recipientId,
    sender_email: emailFor(reader, sender, context.host),
    sender_full_name: sender.fullName,
    sender_id: sender.id,
    sender_realm_str: realmSubdomain,
    stream_id: message.channelId ?? undefined,
    subject: direct ? '' : shownTopic(message.topic),
    submessages: message.submessages,
    timestamp: message.timestamp,
    topic_links: direct ? [] : topicLinks(message.topic, context.linkifiers),
    type: direct ? 'private' : 'stream',
  });
}

/** Adds what only one reader sees: flags, and what a search found, as HTML. */
export function withFlags(
  json: string,
  flags: readonly FlagName[],
  match?: { content: string; subject: string },
): string {
  return closeObject(withMatch(addMember(openObject(json), 'flags', JSON.stringify(flags)), match));
}

/** Adds what a search found to a message's open text. */
export function withMatch(
  text: JsonObjectText,
  match: { content: string; subject: string } | undefined,
): JsonObjectText {
  if (!match) return text;
  const { content, subject } = match;
  return addMember(addMember(text, 'match_content', JSON.stringify(content)), 'match_subject', JSON.stringify(subject));
}

/** An item of the history, its topics as the client shows them. */
function presentHistory(item: EditHistoryItem, shownTopic: (topic: string) => string): EditHistoryItem {
  if (item.prev_topic !== '' && item.topic !== '') return item;
  const { prev_topic, topic } = item;
  return {
    ...item,
    ...(prev_topic === '' ? { prev_topic: shownTopic('') } : {}),
    ...(topic === '' ? { topic: shownTopic('') } : {}),
  };
}

/** A reaction in a message; its event has `user` in addition. */
function presentReaction(reaction: Reaction, variant: Pick<MessageVariant, 'legacyEmojiNames'>) {
  return {
    emoji_name: reaction.emojiName,
    emoji_code: reaction.emojiCode,
    reaction_type:
      variant.legacyEmojiNames && reaction.reactionType === 'service_extra_emoji'
        ? 'zulip_extra_emoji'
        : reaction.reactionType,
    user_id: reaction.userId,
  };
}

function presentPerson(person: MessagePerson, variant: MessageVariant, context: PresentContext) {
  return {
    id: person.id,
    email: emailFor({ role: variant.readerRole }, person, context.host),
    full_name: person.fullName,
    is_mirror_dummy: false,
  };
}

const Reactions = Type.Array(
  Type.Object(
    {
      emoji_name: Type.String({ description: 'Name of the emoji, without colons.' }),
      emoji_code: Type.String({
        description: 'Code points of the emoji in hexadecimal digits with dashes, or the ID of a custom emoji.',
      }),
      reaction_type: Type.Enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji', 'zulip_extra_emoji'], {
        description: '`unicode_emoji`, `realm_emoji` (a custom one), or a special one that clients know by its name.',
      }),
      user_id: Type.Integer({ description: 'ID of the person who reacted.' }),
    },
    { additionalProperties: false },
  ),
);

const EditHistory = Type.Array(
  Type.Object(
    {
      user_id: Type.Union([Type.Integer(), Type.Null()], {
        description: 'ID of the person who edited or moved the message. Null if it is not known.',
      }),
      timestamp: Type.Integer({ description: 'When they did, in UNIX seconds.' }),
      prev_content: Type.Optional(
        Type.String({ description: 'Markdown before the edit. Absent if the content stayed the same.' }),
      ),
      prev_rendered_content: Type.Optional(
        Type.String({ description: 'HTML before the edit. Absent if the content stayed the same.' }),
      ),
      prev_stream: Type.Optional(
        Type.Integer({ description: 'ID of the channel before the move. Absent if the channel stayed the same.' }),
      ),
      prev_topic: Type.Optional(
        Type.String({ description: 'Topic before the move. Absent if the topic stayed the same.' }),
      ),
      stream: Type.Optional(
        Type.Integer({ description: 'ID of the channel after the move. Absent if the channel stayed the same.' }),
      ),
      topic: Type.Optional(Type.String({ description: 'Topic after the move. Absent if the topic stayed the same.' })),
    },
    { additionalProperties: false },
  ),
  // client: zulip-flutter wants the field absent rather than empty
  { minItems: 1 },
);

/** The message object of answers (spec: chat 2). */
export const MessageObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number. Messages are shown in the order of their IDs.' }),
    avatar_url: Type.Union([Type.String(), Type.Null()], {
      description: "Address of the sender's picture. Null if the client computes a Gravatar from the e-mail address.",
    }),
    client: Type.String({ description: 'Name of the program that sent the message.' }),
    content: Type.String({ description: 'HTML if `apply_markdown` is true, else Markdown.' }),
    content_type: Type.Enum(['text/html', 'text/x-markdown'], { description: 'Format of `content`.' }),
    display_recipient: Type.Union(
      [
        Type.String(),
        Type.Array(
          Type.Object(
            {
              id: Type.Integer({ description: 'ID of the user.' }),
              email: Type.String({ description: 'E-mail address, as far as the reader may see it.' }),
              full_name: Type.String({ description: 'Name that everybody sees.' }),
              is_mirror_dummy: Type.Boolean({ description: 'Always false. Older clients read it.' }),
            },
            { additionalProperties: false },
          ),
        ),
      ],
      { description: 'Name of the channel, or for a direct message all people of the conversation.' },
    ),
    edit_history: Type.Optional(
      described(
        EditHistory,
        'Edits and moves, the newest first. Absent if there are none or if the organization hides them.',
      ),
    ),
    is_me_message: Type.Boolean({
      description: 'Whether the message starts with `/me`, so that clients show it as an action.',
    }),
    last_edit_timestamp: Type.Optional(
      Type.Integer({ description: 'When the content was last edited, in UNIX seconds. Absent if it never was.' }),
    ),
    last_moved_timestamp: Type.Optional(
      Type.Integer({
        description:
          'When the message was last moved, in UNIX seconds. Absent if it never was. Resolving a ' +
          'topic does not count.',
      }),
    ),
    reactions: described(Reactions, 'Emoji reactions, each with one person.'),
    recipient_id: Type.Integer({ description: "ID of the channel's or the conversation's set of recipients." }),
    sender_email: Type.String({ description: 'E-mail address of the sender, as far as the reader may see it.' }),
    sender_full_name: Type.String({ description: 'Name of the person or bot that sent the message.' }),
    sender_id: Type.Integer({ description: 'User ID of the sender.' }),
    sender_realm_str: Type.String({ description: 'Subdomain of the organization.' }),
    stream_id: Type.Optional(Type.Integer({ description: 'ID of the channel. Absent from direct messages.' })),
    subject: Type.String({ description: 'Topic of a channel message. Empty for direct messages.' }),
    submessages: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'Unique number of the change.' }),
          msg_type: Type.String({ description: 'Kind of change: `widget` for polls and to-do lists.' }),
          content: Type.String({ description: 'JSON text, as clients wrote it.' }),
          message_id: Type.Integer({ description: 'ID of the message that holds the widget.' }),
          sender_id: Type.Integer({ description: 'ID of the person who made the change.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Votes and other changes of a poll or to-do list in the message, the oldest first.' },
    ),
    timestamp: Type.Integer({ description: 'When the message was sent, in UNIX seconds.' }),
    topic_links: Type.Array(
      Type.Object(
        {
          text: Type.String({ description: 'Part of the topic that the link stands for.' }),
          url: Type.String({ description: 'Address of the link.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Links that linkifiers find in the topic.' },
    ),
    type: Type.Enum(['stream', 'private'], {
      description: '`stream`: a channel message. `private`: a direct message.',
    }),
    flags: Type.Array(Type.String(), {
      description: 'Flags of the reader, for example `read`, `starred` or `mentioned`.',
    }),
    match_content: Type.Optional(
      Type.String({ description: 'HTML with the found words highlighted. Only after a search.' }),
    ),
    match_subject: Type.Optional(
      Type.String({ description: 'Topic as HTML with the found words highlighted. Only after a search.' }),
    ),
  },
  { additionalProperties: false },
);

const { flags: _ofReader, match_content: _found, match_subject: _too, ...sentFields } = MessageObject.properties;

/** A message in an event: its flags stand beside it, and nobody searched. */
export const EventMessageObject = Type.Object(sentFields, { additionalProperties: false });
