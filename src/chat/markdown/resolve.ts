import { type ScannedReference, splitTopic, splitUserId } from './scan.ts';
import { type DirectoryUser, type MentionDirectory, topicKey } from './types.ts';

export type ResolvedReference =
  | { kind: 'user'; silent: boolean; user: DirectoryUser }
  | { kind: 'group'; silent: boolean; group: { id: number; name: string; mentionable: boolean } }
  | { kind: 'channel-wildcard'; silent: boolean; word: string }
  | { kind: 'topic-wildcard'; silent: boolean }
  | { kind: 'channel'; channel: { id: number; name: string }; topic?: string; messageId?: string; withId?: number };

const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream']);

export function resolveReference(
  reference: ScannedReference,
  directory: MentionDirectory,
): ResolvedReference | undefined {
  const body = reference.body.trim();
  if (body === '') return undefined;
  switch (reference.kind) {
    case 'group': {
      const group = directory.groupsByName.get(body.toLowerCase());
      return group && { kind: 'group', silent: reference.silent, group };
    }
    case 'user': {
      const { silent } = reference;
      if (CHANNEL_WILDCARDS.has(body)) return { kind: 'channel-wildcard', silent, word: body };
      if (body === 'topic') return { kind: 'topic-wildcard', silent };
      const user = resolveUser(body, directory);
      return user && { kind: 'user', silent, user };
    }
    case 'channel': {
      const channel = findChannel(body, directory);
      if (channel) return { kind: 'channel', channel };
      const parts = splitTopic(body);
      const topicChannel = parts && findChannel(parts.channel, directory);
      if (!parts || !topicChannel) return undefined;
      const { topic, messageId } = parts;
      const withId = directory.topicMessages.get(topicKey(topicChannel.id, topic));
      return { kind: 'channel', channel: topicChannel, topic, messageId, ...(withId === undefined ? {} : { withId }) };
    }
  }
}

/** `Name|id` must name the user that has the ID, so that the text and the mention cannot disagree. */
function resolveUser(body: string, directory: MentionDirectory): DirectoryUser | undefined {
  const withId = splitUserId(body);
  if (withId) {
    const user = directory.usersById.get(withId.id);
    if (user && (withId.name === '' || user.fullName.toLowerCase() === withId.name.toLowerCase())) return user;
  }
  let first: DirectoryUser | undefined;
  for (const user of directory.usersByName.get(body.toLowerCase()) ?? []) {
    if (!first || isBefore(user, first)) first = user;
  }
  return first;
}

/** Order of users with the same name: real accounts before stand-ins, then the lower ID. */
function isBefore(one: DirectoryUser, other: DirectoryUser): boolean {
  const [isStandIn, isOtherStandIn] = [one.isStandIn ?? false, other.isStandIn ?? false];
  return isStandIn === isOtherStandIn ? one.id < other.id : isOtherStandIn;
}

function findChannel(name: string, directory: MentionDirectory) {
  return directory.channelsByName.get(name) ?? directory.channelsByName.get(name.toLowerCase());
}
