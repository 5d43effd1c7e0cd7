/** Addresses of the pages that everybody may read. */
export const PUBLIC = '/public';

export const publicChannelPath = (id: number): string => `${PUBLIC}/c/${id}`;

export const publicTopicPath = (channelId: number, topic: string): string =>
  topic === '' ? `${publicChannelPath(channelId)}/t` : `${publicChannelPath(channelId)}/t/${encodeURIComponent(topic)}`;

/** Returns the address of the same place in the app. */
export const appPath = (channelId: number, topic?: string, messageId?: number): string =>
  `/chat/c/${channelId}${topic === undefined ? '' : `/t/${encodeURIComponent(topic)}`}${
    messageId === undefined ? '' : `/near/${messageId}`
  }`;
