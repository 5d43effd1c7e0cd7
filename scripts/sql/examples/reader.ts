import type { ReaderChannel, ReaderView } from '../../../src/chat/reading/view.ts';

export const ORGANIZATION = 'org';
export const NOW = new Date(0);

/** The reader of the examples, who is in few channels: those are asked one by one. */
export const reader = readerOf(3);

/** One who is in many: their feed is walked first. */
export const readerOfMany = readerOf(20);

/** Reader with open channels, except the first, whose history is protected. */
function readerOf(count: number): ReaderView {
  const channels = Array.from(
    { length: count },
    (_, n): ReaderChannel => ({
      id: n + 1,
      recipientId: n + 11,
      inviteOnly: n === 0,
      isWebPublic: false,
      isArchived: false,
      historyPublicToSubscribers: n > 0,
      isSubscribed: true,
      wasSubscribed: true,
      receivedAfter: [0],
      receivedUntil: [Number.MAX_SAFE_INTEGER],
      presentAfter: 0,
      presentSince: 0,
      entryGroups: [],
      isReadable: true,
      isOpen: n > 0,
      unreadAfter: 0,
      unreadSince: 0,
    }),
  );
  return {
    organizationId: ORGANIZATION,
    userId: 7,
    role: 400,
    groupIds: [1],
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    open: new Set(channels.filter(({ isOpen }) => isOpen).map(({ id }) => id)),
    openIds: '{}',
    readableIds: '{}',
    unreadIds: '{}',
    received: channels,
    settledAfter: 0,
    settledIds: '{}',
  };
}
