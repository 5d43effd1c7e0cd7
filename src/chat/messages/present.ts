import { Type } from 'typebox';
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
      emoji_name: Type.String(),
      emoji_code: Type.String(),
      reaction_type: Type.Enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji', 'zulip_extra_emoji']),
      user_id: Type.Integer(),
    },
    { additionalProperties: false },
  ),
);

const EditHistory = Type.Array(
  Type.Object(
    {
      user_id: Type.Union([Type.Integer(), Type.Null()]),
      timestamp: Type.Integer(),
      prev_content: Type.Optional(Type.String()),
      prev_rendered_content: Type.Optional(Type.String()),
      prev_stream: Type.Optional(Type.Integer()),
      prev_topic: Type.Optional(Type.String()),
      stream: Type.Optional(Type.Integer()),
      topic: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  // client: zulip-flutter wants the field absent rather than empty
  { minItems: 1 },
);

/** The message object of answers (spec: chat 2). */
export const MessageObject = Type.Object(
  {
    id: Type.Integer(),
    avatar_url: Type.Union([Type.String(), Type.Null()]),
    client: Type.String(),
    content: Type.String(),
    content_type: Type.Enum(['text/html', 'text/x-markdown']),
    display_recipient: Type.Union([
      Type.String(),
      Type.Array(
        Type.Object(
          {
            id: Type.Integer(),
            email: Type.String(),
            full_name: Type.String(),
            is_mirror_dummy: Type.Boolean(),
          },
          { additionalProperties: false },
        ),
      ),
    ]),
    edit_history: Type.Optional(EditHistory),
    is_me_message: Type.Boolean(),
    last_edit_timestamp: Type.Optional(Type.Integer()),
    last_moved_timestamp: Type.Optional(Type.Integer()),
    reactions: Reactions,
    recipient_id: Type.Integer(),
    sender_email: Type.String(),
    sender_full_name: Type.String(),
    sender_id: Type.Integer(),
    sender_realm_str: Type.String(),
    stream_id: Type.Optional(Type.Integer()),
    subject: Type.String(),
    submessages: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          msg_type: Type.String(),
          content: Type.String(),
          message_id: Type.Integer(),
          sender_id: Type.Integer(),
        },
        { additionalProperties: false },
      ),
    ),
    timestamp: Type.Integer(),
    topic_links: Type.Array(Type.Object({ text: Type.String(), url: Type.String() }, { additionalProperties: false })),
    type: Type.Enum(['stream', 'private']),
    flags: Type.Array(Type.String()),
    match_content: Type.Optional(Type.String()),
    match_subject: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
