import { channelsByIds } from '../chat/channels/access.ts';
import { emojiCode } from '../chat/emoji/unicode-emoji.ts';
import { topicsOfMessages } from '../chat/imports/access.ts';
import { loadImportedIds, takeMessageIds } from '../chat/imports/actions.ts';
import type { ImportedMessage, ImportedReaction } from '../chat/imports/imported.ts';
import { type MentionDirectory, renderMessage } from '../chat/markdown/index.ts';
import { nameChannel, nameChannelTopic } from '../chat/notices/names.ts';
import { readContent } from '../chat/reading/content.ts';
import { renderOptions } from '../chat/reading/render-options.ts';
import { limits } from '../chat/settings/realm-settings.ts';
import { attachmentIdsOf } from '../chat/uploads/access.ts';
import { usersByIds } from '../chat/users/access.ts';
import { uncachedFacts } from '../platform/events/facts.ts';
import type { Services } from '../platform/services.ts';
import { openFiles } from './files.ts';
import type { ImportSource, SourceMessage, SourceNames } from './source.ts';

/** Message IDs that are taken at once. */
const IDS = 500;

/** Gives messages of an archive their IDs and their texts. */
export interface Renderer {
  /** Returns the message; of a text that is too long for one, several. */
  render(message: SourceMessage): Promise<ImportedMessage[]>;
  /** Number of files that could not be had, in this run and in those before it. */
  readonly filesAsLinks: number;
}

/** Loads what the texts of an organization's messages may name. Nothing of it changes during an import. */
export async function openRenderer(
  services: Services,
  organizationId: string,
  source: ImportSource,
): Promise<Renderer> {
  const { database } = services;
  const reader = database.reader.of(organizationId);
  const facts = uncachedFacts(reader);
  const ids = await loadImportedIds(reader);
  const users = await usersByIds(reader, [...ids.person.values()]);
  const channels = new Map((await channelsByIds(reader, [...ids.channel.values()])).map((each) => [each.id, each]));
  const options = await renderOptions(services, facts, { settings: {}, emailVisibility: 1 });
  const files = await openFiles(services, organizationId, ids.file);
  const usersByName = Map.groupBy(users.values(), ({ fullName }) => fullName.toLowerCase());
  // The later one counts if two channels have one name: the one that is not archived.
  const named = [...channels.values()].sort((a, b) => Number(b.isArchived) - Number(a.isArchived));
  const directory: MentionDirectory = {
    usersByName,
    usersById: users,
    groupsByName: new Map(),
    channelsByName: new Map(named.flatMap((each) => [each.name.toLowerCase(), each.name].map((name) => [name, each]))),
    topicMessages: new Map(),
  };
  const topics = new Map<string, { channelId: number; topic: string }>();
  const names: SourceNames = {
    mention(personId) {
      const user = users.get(ids.person.get(personId) ?? 0);
      if (!user) return undefined;
      const isAlone = usersByName.get(user.fullName.toLowerCase())!.length === 1;
      return `@**${user.fullName}${isAlone ? '' : `|${user.id}`}**`;
    },
    channel(channelId) {
      const channel = channels.get(ids.channel.get(channelId) ?? 0);
      return channel && nameChannel(channel.name);
    },
    file: files.addressOf,
    message(key) {
      const id = ids.message.get(key);
      const place = topics.get(key);
      const channel = place && channels.get(place.channelId);
      if (id === undefined || !channel) return undefined;
      const link = nameChannelTopic(channel.name, place.topic);
      return link.endsWith('**') ? `${link.slice(0, -2)}@${id}**` : undefined;
    },
  };
  await loadTopics();
  let free: number[] = [];

  /** Links name the topics of messages that an earlier run has written. */
  async function loadTopics() {
    if (ids.message.size === 0) return;
    const places = new Map((await topicsOfMessages(reader, [...ids.message.values()])).map((row) => [row.id, row]));
    for (const [key, id] of ids.message) {
      const row = places.get(id);
      if (row) topics.set(key, row);
    }
  }

  /** IDs ascend in the order in which messages are rendered: one that was taken and is not used is a gap. */
  async function nextId(): Promise<number> {
    if (free.length === 0) free = await database.transaction((tx) => takeMessageIds(tx, IDS), { organizationId });
    return free.shift()!;
  }

  return {
    get filesAsLinks() {
      return files.links;
    },
    async render(message) {
      const { key, place, sentAt, editedAt } = message;
      const channel = 'channel' in place ? channels.get(ids.channel.get(place.channel)!)! : undefined;
      const topic = 'channel' in place ? place.topic : '';
      const senderId = ids.person.get(message.sender)!;
      for (const file of message.files) await files.take(file, senderId);
      const written: ImportedMessage[] = [];
      for (const content of pieces(message.content(names))) {
        const isFirst = written.length === 0;
        const id = await nextId();
        const rendered = renderMessage(content, directory, { ...options, uploads: files.byPath });
        const isLinked = isFirst && source.linked.has(key);
        if (isLinked) ids.message.set(key, id);
        if (isLinked && channel) topics.set(key, { channelId: channel.id, topic });
        written.push({
          id,
          sourceId: isLinked ? key : undefined,
          recipientId: channel
            ? channel.recipientId
            : ids.conversation.get((place as { conversation: string }).conversation)!,
          channelId: channel?.id ?? null,
          topic,
          senderId,
          content,
          renderedContent: rendered.html,
          plainText: rendered.plainText,
          sentAt,
          editedAt,
          isMeMessage: rendered.isMeMessage,
          hasLink: rendered.hasLink,
          hasImage: rendered.hasImage,
          hasAttachment: rendered.hasAttachment,
          mentionedUserIds: rendered.mentionedUserIds,
          mentionsChannel: rendered.channelWildcard,
          reactions: isFirst ? reactionsOf(message, ids.person) : [],
          attachmentIds: attachmentIdsOf(rendered, files.byPath),
        });
      }
      return written;
    },
  };
}

/** A text as messages keep it, in as many parts as its length needs. */
function pieces(text: string): string[] {
  const limit = limits.maxMessageLength;
  const parts: string[] = [];
  let rest = text.trimEnd();
  while (rest.length > limit) {
    const lineEnd = rest.lastIndexOf('\n', limit);
    const isHalf = /[\ud800-\udbff]/.test(rest[limit - 1]!);
    const end = lineEnd > limit / 2 ? lineEnd : isHalf ? limit - 1 : limit;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).replace(/^\n/, '');
  }
  return [...parts, rest].filter((part) => part.trim() !== '').map(readContent);
}

function reactionsOf({ reactions }: SourceMessage, people: ReadonlyMap<string, number>): ImportedReaction[] {
  return reactions.flatMap(({ emoji, people: own }) => {
    const code = emojiCode(emoji);
    if (code === undefined) return [];
    return own.flatMap((person) => {
      const userId = people.get(person);
      return userId === undefined ? [] : [{ userId, emojiName: emoji, emojiCode: code, reactionType: 'unicode_emoji' }];
    });
  });
}
