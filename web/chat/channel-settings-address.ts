import { topicsAddress } from './addresses.ts';

/** Returns the address of a channel's settings. @param part one of its tabs; the first where none is named */
export function channelSettingsAddress(channelId: number, channelName: string, part?: string): string {
  const address = topicsAddress(channelId, channelName).replace(/topics$/, 'settings');
  return part === undefined ? address : `${address}/${part}`;
}
