import { type MentionDirectory, topicKey } from './types.ts';

/** For tests: a directory from plain lists. */
export function directoryOf(
  entries: {
    users?: { id: number; fullName: string }[];
    groups?: { id: number; name: string; mentionable?: boolean }[];
    channels?: { id: number; name: string }[];
    topics?: { channelId: number; topic: string; newest: number }[];
  } = {},
): MentionDirectory {
  const users = entries.users ?? [];
  return {
    topicMessages: new Map(entries.topics?.map(({ channelId, topic, newest }) => [topicKey(channelId, topic), newest])),
    usersByName: Map.groupBy(users, (user) => user.fullName.toLowerCase()),
    usersById: new Map(users.map((user) => [user.id, user])),
    groupsByName: new Map(entries.groups?.map((group) => [group.name.toLowerCase(), { mentionable: true, ...group }])),
    channelsByName: new Map(
      entries.channels?.flatMap((channel) => [
        [channel.name.toLowerCase(), channel] as const,
        [channel.name, channel] as const,
      ]),
    ),
  };
}

/** For tests: where a server shows a picture from elsewhere; the signature is as long as a real one. */
export function pictureAddress(url: string): string {
  return `/external_content/${'o'.repeat(24)}.${'s'.repeat(43)}/${Buffer.from(url).toString('hex')}`;
}
