import { channelsByIds } from '../chat/channels/access.ts';
import { BUILT_IN_EMOJI } from '../chat/emoji/built-in-emoji.ts';
import { emojiCode } from '../chat/emoji/unicode-emoji.ts';
import { lastMessages, topicsOfMessages } from '../chat/imports/access.ts';
import { loadImportedIds, takeMessageIds } from '../chat/imports/actions.ts';
import type { ImportedMessage, ImportedReaction } from '../chat/imports/imported.ts';
import { type MentionDirectory, type RenderOptions, renderMessage } from '../chat/markdown/index.ts';
import { nameChannel, nameChannelTopic } from '../chat/notices/names.ts';
import { readContent } from '../chat/reading/content.ts';
import type { EditHistoryItem } from '../chat/reading/message.ts';
import { renderOptions } from '../chat/reading/render-options.ts';
import { realmEmojiOf } from '../chat/realm-emoji/access.ts';
import type { ReactionEmoji } from '../chat/realm-emoji/emoji-of-reaction.ts';
import { limits } from '../chat/settings/realm-settings.ts';
import { attachmentIdsOf } from '../chat/uploads/access.ts';
import { loadUserGroups } from '../chat/user-groups/access.ts';
import { usersByIds } from '../chat/users/access.ts';
import { uncachedFacts } from '../platform/events/facts.ts';
import { organizationUrl } from '../platform/organizations/hosts.ts';
import type { Services } from '../platform/services.ts';
import { openFiles } from './files.ts';
import type { ImportSource, SourceEdit, SourceMessage, SourceNames } from './source.ts';

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
  const emoji = new Map((await realmEmojiOf(facts)).map((each) => [each.id, each]));
  const lastOf = new Map((await lastMessages(reader)).map(({ recipientId, id }) => [recipientId, id]));
  const usersByName = Map.groupBy(users.values(), ({ fullName }) => fullName.toLowerCase());
  // The later one counts if two channels have one name: the one that is not archived.
  const named = [...channels.values()].sort((a, b) => Number(b.isArchived) - Number(a.isArchived));
  const directory: MentionDirectory = {
    usersByName,
    usersById: users,
    groupsByName: new Map(
      (await loadUserGroups(reader))
        .filter(({ deactivated }) => !deactivated)
        .map(({ id, name }) => [name.toLowerCase(), { id, name, mentionable: true }]),
    ),
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
    numberOf: (kind, id) => ids[kind].get(id),
    organizationUrl: (await organizationUrl(services, organizationId, facts)).replace(/\/$/, ''),
    message(key, named = '') {
      const id = ids.message.get(key);
      const place = topics.get(key);
      const channel = place && channels.get(place.channelId);
      if (id === undefined || !channel) return undefined;
      if (channel.inviteOnly && ids.channel.get(named) !== channel.id) return undefined;
      const link = nameChannelTopic(channel.name, place.topic);
      return link.endsWith('**') ? `${link.slice(0, -2)}@${id}**` : undefined;
    },
  };
  const namesIn = (place: SourceMessage['place']): SourceNames => ({
    ...names,
    message: (key, named = 'channel' in place ? place.channel : undefined) => names.message(key, named),
  });
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

  function historyOf({ history = [], place }: SourceMessage): EditHistoryItem[] {
    return history.map(({ person, at, before, topics: moved, channels: places }: SourceEdit) => {
      // An earlier text may have been empty, where no message may be.
      const given = before?.(namesIn(place)).trimEnd();
      const text = given === undefined || given.trim() === '' ? given : readContent(given);
      const [from, to] = (places ?? []).map((channel) => ids.channel.get(channel));
      return {
        user_id: (person === undefined ? undefined : ids.person.get(person)) ?? null,
        timestamp: at,
        ...(text !== undefined && { prev_content: text, prev_rendered_content: htmlOf(text) }),
        ...(moved && { prev_topic: moved[0], topic: moved[1] }),
        ...(from !== undefined && to !== undefined && { prev_stream: from, stream: to }),
      };
    });
  }

  function htmlOf(text: string): string {
    const given: RenderOptions = { ...options, uploads: files.byPath };
    return renderMessage(text, directory, given).html;
  }

  function reactionsOf({ reactions }: SourceMessage): ImportedReaction[] {
    return reactions.flatMap((reaction) => {
      const found = 'emoji' in reaction ? characterOf(reaction.emoji) : ownOf(reaction.ownEmoji);
      if (!found) return [];
      return reaction.people.flatMap((person) => {
        const userId = ids.person.get(person);
        return userId === undefined ? [] : [{ userId, ...found }];
      });
    });
  }

  function ownOf(key: string): ReactionEmoji | undefined {
    const own = emoji.get(ids.emoji.get(key) ?? 0);
    return own && { emojiName: own.name, emojiCode: String(own.id), reactionType: 'realm_emoji' };
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
      for (const file of message.files) await files.take(file, ids.person.get(file.owner ?? '') ?? senderId);
      const numbersOf = (people: readonly string[] = []) => people.flatMap((person) => ids.person.get(person) ?? []);
      const written: ImportedMessage[] = [];
      for (const content of pieces(message.content(namesIn(place)))) {
        const isFirst = written.length === 0;
        const id = await nextId();
        const rendered = renderMessage(content, directory, { ...options, uploads: files.byPath });
        const isLinked = isFirst && source.linked.has(key);
        if (isLinked) ids.message.set(key, id);
        if (isLinked && channel) topics.set(key, { channelId: channel.id, topic });
        const recipientId = channel
          ? channel.recipientId
          : ids.conversation.get((place as { conversation: string }).conversation)!;
        const previousId = lastOf.get(recipientId) ?? 0;
        lastOf.set(recipientId, id);
        written.push({
          id,
          sourceId: isLinked ? key : undefined,
          recipientId,
          previousId,
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
          mentionedGroupIds: rendered.mentionedGroupIds,
          wildcard: (rendered.channelWildcard ? 1 : 0) + (rendered.topicWildcard ? 2 : 0),
          editHistory: isFirst ? historyOf(message) : [],
          movedAt: message.movedAt ?? null,
          flags: (message.flags ?? []).flatMap(({ person, bits }) =>
            numbersOf([person]).map((userId) => ({ userId, bits })),
          ),
          unreadUserIds: numbersOf(message.unread),
          reactions: isFirst ? reactionsOf(message) : [],
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

function characterOf(name: string): ReactionEmoji | undefined {
  if (name === BUILT_IN_EMOJI) return { emojiName: name, emojiCode: name, reactionType: 'service_extra_emoji' };
  const code = emojiCode(name);
  return code === undefined ? undefined : { emojiName: name, emojiCode: code, reactionType: 'unicode_emoji' };
}
