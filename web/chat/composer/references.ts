import type { Conversation } from '../../store/chat/conversation.ts';
import { mentionOf } from '../../store/chat/select/completion.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { Channel, Message, UserGroup } from '../../store/wire/chat.ts';
import { fenceFor } from './formatting.ts';

/** Mentions of many people at once that are offered. */
export const OFFERED_WILDCARDS = ['all', 'topic'] as const;
export type Wildcard = (typeof OFFERED_WILDCARDS)[number];

export function groupMention(group: UserGroup, isSilent = false): string {
  return `@${isSilent ? '_' : ''}*${group.name}*`;
}

export function wildcardMention(wildcard: Wildcard): string {
  return `@**${wildcard}**`;
}

/** Signs that would end or change a link of the short form. */
const NEEDS_LONG_LINK = /[*>`]|\$\$|@\d+$/;

export function channelLink(channel: Channel): string {
  const { name } = channel;
  return NEEDS_LONG_LINK.test(name) ? `[#${labelOf(name)}](${channelHref(channel)})` : `#**${name}**`;
}

/** @param shownEmpty name of the empty topic */
export function topicLink(channel: Channel, topic: string, shownEmpty: string): string {
  if (topic !== '' && !NEEDS_LONG_LINK.test(channel.name) && !/[*`]|\$\$|@\d+$/.test(topic))
    return `#**${channel.name}>${topic}**`;
  if (topic === '' && !NEEDS_LONG_LINK.test(channel.name)) return `#**${channel.name}>**`;
  const label = `#${channel.name} > ${topic || shownEmpty}`;
  return `[${labelOf(label)}](${channelHref(channel)}/topic/${operand(topic)})`;
}

/** @param shownEmpty name of the empty topic */
export function messageLink(channel: Channel, { id, subject }: Message, shownEmpty: string): string {
  const link = topicLink(channel, subject, shownEmpty);
  if (link.startsWith('#')) return link.replace(/\*\*$/, `@${id}**`);
  return link.replace(/\]\(([^)]*)\)$/, ` @ 💬]($1/near/${id})`);
}

const labelOf = (text: string) => text.replace(/[[\]\\*`$]/g, '\\$&');

/** Addresses that every client of the API understands. */
function channelHref({ stream_id, name }: Channel): string {
  return `#narrow/channel/${stream_id}-${operand(name.replaceAll(' ', '-'))}`;
}

/** Percent-encoding with dots for the signs, as clients write fragments. */
function operand(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

function messageHref(state: ChatState, message: Message): string {
  const { id, type, stream_id, subject, display_recipient } = message;
  const channel = type === 'stream' ? state.channels.get(stream_id!) : undefined;
  if (channel) return `${channelHref(channel)}/topic/${operand(subject)}/near/${id}`;
  const ids = Array.isArray(display_recipient) ? display_recipient.map((each) => each.id) : [];
  return `#narrow/dm/${ids.sort((a, b) => a - b).join(',')}/near/${id}`;
}

/**
 * Returns a quote of a message, which mentions its author silently.
 * @param source Markdown of the message, or what is selected of it
 * @param link the word that links to the message
 */
export function quoteOf(state: ChatState, message: Message, source: string, link: string): string {
  const author = state.users.get(message.sender_id);
  const name = author ? mentionOf(state, author, true) : `**${message.sender_full_name}**`;
  const fence = fenceFor(source);
  return `${name} [${link}](${messageHref(state, message)}):\n${fence}quote\n${source.trim()}\n${fence}\n`;
}

/** Recipients of a conversation as the API takes them. `to`: a channel, or the others; oneself for notes. */
export function recipientsOf(
  conversation: Conversation,
  ownUserId: number,
): { type: 'stream'; to: number; topic: string } | { type: 'private'; to: number[] } {
  if ('channelId' in conversation) return { type: 'stream', to: conversation.channelId, topic: conversation.topic };
  const others = conversation.userIds.filter((id) => id !== ownUserId);
  return { type: 'private', to: others.length > 0 ? others : [ownUserId] };
}
