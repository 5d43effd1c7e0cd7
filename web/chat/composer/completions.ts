import type { Conversation } from '../../store/chat/conversation.ts';
import {
  completeChannels,
  completeGroups,
  completePeople,
  completeTopics,
  mentionOf,
  rank,
} from '../../store/chat/select/completion.ts';
import { isHolder } from '../../store/chat/select/holders.ts';
import { searchKey } from '../../store/chat/select/match.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { Channel, Message, SavedSnippet, User, UserGroup } from '../../store/wire/chat.ts';
import type { NamedWorker } from '../data/named-worker.ts';
import { type Emoji, findEmoji } from './emoji-index.ts';
import { findMessages, topicBefore } from './message-links.ts';
import {
  channelLink,
  groupMention,
  messageLink,
  OFFERED_WILDCARDS,
  topicLink,
  type Wildcard,
  wildcardMention,
} from './references.ts';
import { type NamedTime, namedTimes, parseTimeOfDay, timeReference } from './times.ts';
import type { Token } from './tokens.ts';

/** Something that is offered at the caret. `insert` takes the token's place. */
export type Suggestion = { id: string; insert: string } & (
  | { kind: 'user'; user: User; isHere: boolean }
  | { kind: 'group'; group: UserGroup; people: number }
  | { kind: 'wildcard'; wildcard: Wildcard; people: number | undefined }
  | { kind: 'channel'; channel: Channel }
  /** `isNew`: there are no messages in it yet. */
  | { kind: 'topic'; topic: string }
  | { kind: 'message'; message: Message; text: string }
  | { kind: 'emoji'; emoji: Emoji }
  | { kind: 'time'; time: NamedTime }
  /** Opens the picker. */
  | { kind: 'pick time' }
  | { kind: 'command'; command: string }
  | { kind: 'snippet'; snippet: SavedSnippet }
  | { kind: 'language'; language: string }
  | { kind: 'worker'; worker: NamedWorker }
);

/** A topic and its newest message. */
export interface ListedTopic {
  name: string;
  max_id: number;
}

export interface SuggestionContext {
  state: ChatState;
  conversation: Conversation;
  now: Date;
  /** Undefined until they are loaded. */
  emoji: readonly Emoji[] | undefined;
  recentEmoji: readonly string[];
  /** Topics of a channel with their newest messages, as the server lists them. */
  topicsOf(channelId: number): readonly ListedTopic[];
  commands: readonly string[];
  /** Workers that were found by the name that is written. */
  workers: readonly NamedWorker[];
  /** The names that a time is found by. */
  nameOfTime(time: NamedTime): string;
}

const MAX = 8;

/** Languages that people write in a chat; the server knows more. */
const LANGUAGES =
  'bash c cpp csharp css diff dockerfile go graphql html java javascript js json kotlin latex lua markdown math nginx perl php powershell py python quote r rb ruby rust scala sh spoiler sql swift text toml ts typescript xml yaml'.split(
    ' ',
  );

/** Returns the best completions of a token, at most a screenful. */
export function complete(token: Token, context: SuggestionContext): Suggestion[] {
  switch (token.kind) {
    case 'mention':
      return mentions(token.query, token.isSilent, context);
    case 'channel':
      return channels(token.query, context);
    case 'topic':
      return topics(token.channel, token.query, context);
    case 'emoji':
      return findEmoji(context.emoji ?? [], token.query, context.recentEmoji, MAX).map((emoji) => ({
        kind: 'emoji',
        id: `emoji-${emoji.name}`,
        insert: `:${emoji.name}: `,
        emoji,
      }));
    case 'time':
      return times(token.query, context);
    case 'command':
      return commands(token.query, context);
    case 'worker':
      return bestMatches(context.workers, token.query, ({ name }) => name)
        .filter(({ name }) => name.toLowerCase() !== token.query.trim().toLowerCase())
        .map((worker) => ({ kind: 'worker', id: `worker-${worker.id}`, insert: worker.name, worker }));
    case 'language':
      return bestMatches(LANGUAGES, token.query, (language) => language)
        .filter((language) => language.startsWith(token.query))
        .map((language) => ({ kind: 'language', id: `language-${language}`, insert: language, language }));
  }
}

/** Returns the best matches by name; `rankOf` orders those that match as well. */
export function bestMatches<T>(
  all: Iterable<T>,
  query: string,
  nameOf: (each: T) => string,
  rankOf: (each: T) => number = () => 0,
): readonly T[] {
  return rank(query, all, { keyOf: (each) => searchKey(nameOf(each)), rankOf, most: MAX }).items;
}

function mentions(query: string, isSilent: boolean, { state, conversation }: SuggestionContext): Suggestion[] {
  const inChannel = 'channelId' in conversation;
  const here: ReadonlySet<number> = inChannel
    ? (state.subscribers.get(conversation.channelId) ?? new Set())
    : new Set(conversation.userIds);
  const users = completePeople(state, query, inChannel ? { channelId: conversation.channelId } : {}).items;
  const found: Suggestion[] = users.map((user) => ({
    kind: 'user',
    id: `user-${user.user_id}`,
    insert: `${mentionOf(state, user, isSilent)} `,
    user,
    isHere: here.has(user.user_id),
  }));
  const groups = completeGroups(state, query).items.filter((group) =>
    isHolder(state, group.can_mention_group, state.ownUserId),
  );
  const grouped: Suggestion[] = groups.map((group) => ({
    kind: 'group',
    id: `group-${group.id}`,
    insert: `${groupMention(group, isSilent)} `,
    group,
    people: group.members.length,
  }));
  const wildcards: Suggestion[] = isSilent
    ? []
    : OFFERED_WILDCARDS.filter(
        (each) => (inChannel || each === 'all') && query !== '' && each.startsWith(query.toLowerCase()),
      ).map((wildcard) => ({
        kind: 'wildcard',
        id: `wildcard-${wildcard}`,
        insert: `${wildcardMention(wildcard)} `,
        wildcard,
        people: wildcard === 'all' ? here.size : undefined,
      }));
  // A person who is meant stands before everybody.
  return [...found.slice(0, MAX - 2), ...wildcards, ...grouped.slice(0, 3)].slice(0, MAX);
}

function channels(query: string, { state }: SuggestionContext): Suggestion[] {
  return completeChannels(state, query).items.map((channel) => ({
    kind: 'channel',
    id: `channel-${channel.stream_id}`,
    insert: `${channelLink(channel)} `,
    channel,
  }));
}

export function channelNamed(state: ChatState, name: string): Channel | undefined {
  const wanted = name.trim().toLowerCase();
  for (const channel of state.channels.values()) if (channel.name.toLowerCase() === wanted) return channel;
  return undefined;
}

/** Topics of a channel; after the name of one and `@`, its messages. */
function topics(name: string, query: string, { state, topicsOf }: SuggestionContext): Suggestion[] {
  const channel = channelNamed(state, name);
  if (!channel) return [];
  const empty = String(state.fields.realm_empty_topic_display_name ?? '');
  const { stream_id } = channel;
  const before = topicBefore(state, stream_id, query);
  if (before)
    return findMessages(state, stream_id, before, MAX).map(({ message, text }) => ({
      kind: 'message',
      id: `message-${message.id}`,
      insert: `${messageLink(channel, message, empty)} `,
      message,
      text,
    }));
  return completeTopics(state, stream_id, query.trim(), topicsOf(stream_id)).items.map((topic) => ({
    kind: 'topic',
    id: `topic-${topic}`,
    insert: `${topicLink(channel, topic, empty)} `,
    topic,
  }));
}

function times(query: string, { now, nameOfTime }: SuggestionContext): Suggestion[] {
  const at = parseTimeOfDay(query, now);
  const named: NamedTime[] = at
    ? [{ name: 'at', at }]
    : bestMatches(namedTimes(now), query.trim(), nameOfTime, () => 0).toSorted(
        (a, b) => a.at.getTime() - b.at.getTime(),
      );
  const found: Suggestion[] = named.map((time) => ({
    kind: 'time',
    id: `time-${time.name}`,
    insert: `${timeReference(time.at)} `,
    time,
  }));
  // Words after a lone `~` are no time.
  if (found.length === 0 && query.trim() !== '' && !/^\d/.test(query)) return [];
  return [...found, { kind: 'pick time', id: 'pick-time', insert: '' }];
}

function commands(query: string, { state, commands: known }: SuggestionContext): Suggestion[] {
  const found: Suggestion[] = known
    .filter((command) => command.startsWith(query.toLowerCase()))
    .map((command) => ({ kind: 'command', id: `command-${command}`, insert: `/${command} `, command }));
  const snippets = bestMatches(state.savedSnippets.values(), query, ({ title }) => title);
  return [
    ...found,
    ...snippets.map(
      (snippet): Suggestion => ({
        kind: 'snippet',
        id: `snippet-${snippet.id}`,
        insert: snippet.content,
        snippet,
      }),
    ),
  ].slice(0, MAX);
}
