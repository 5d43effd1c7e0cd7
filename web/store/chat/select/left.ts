import type { ChannelFolder } from '../../wire/chat.ts';
import type { ChatState } from '../state.ts';
import { byName } from './names.ts';
import { type UnreadCounts, unreadCounts } from './unread.ts';

export interface LeftChannel {
  channelId: number;
  name: string;
  color: string;
  isPrivate: boolean;
  isMuted: boolean;
  unread: number;
  mutedUnread: number;
  mentions: number;
}

/** Sections of the subscribed channels, in their order; none of them is empty. */
export interface LeftSection {
  kind: 'pinned' | 'folder' | 'active' | 'inactive';
  folder?: Pick<ChannelFolder, 'id' | 'name'>;
  /** By name, muted ones last. */
  channels: readonly LeftChannel[];
}

/** From so many channels on, those in which nobody writes stand apart unless the person's setting says otherwise. */
const MANY_CHANNELS = 30;
/** `demote_inactive_streams` (spec: chat 1). */
const DEMOTE = { automatic: 1, always: 2, never: 3 } as const;

/** The subscribed channels that are not archived, as the left side shows them: pinned ones, folders, others, and those in which nobody writes. */
export function leftSections(state: ChatState, unread: UnreadCounts = unreadCounts(state)): LeftSection[] {
  const settings = (state.fields.user_settings ?? {}) as {
    demote_inactive_streams?: number;
    web_left_sidebar_show_channel_folders?: boolean;
  };
  const demote = settings.demote_inactive_streams ?? DEMOTE.automatic;
  const demotes =
    demote === DEMOTE.always || (demote === DEMOTE.automatic && state.subscriptions.size >= MANY_CHANNELS);
  const folders = settings.web_left_sidebar_show_channel_folders === false ? [] : openFolders(state);
  const sectionOf = (channelId: number): string => {
    const channel = state.channels.get(channelId);
    if (state.subscriptions.get(channelId)!.pin_to_top) return 'pinned';
    if (demotes && channel?.is_recently_active === false) return 'inactive';
    return folders.some(({ id }) => id === channel?.folder_id) ? `folder ${channel!.folder_id}` : 'active';
  };
  const grouped = Map.groupBy(
    [...state.subscriptions.keys()].filter((id) => state.channels.has(id) && !state.channels.get(id)!.is_archived),
    sectionOf,
  );
  const section = (kind: LeftSection['kind'], folder?: ChannelFolder): LeftSection[] => {
    const ids = grouped.get(folder ? `folder ${folder.id}` : kind);
    if (!ids) return [];
    const channels = ids.map((id) => leftChannel(state, id, unread)).sort(inOrder);
    return [{ kind, ...(folder && { folder: { id: folder.id, name: folder.name } }), channels }];
  };
  return [
    ...section('pinned'),
    ...folders.flatMap((folder) => section('folder', folder)),
    ...section('active'),
    ...section('inactive'),
  ];
}

function openFolders(state: ChatState): ChannelFolder[] {
  const folders = (state.fields.channel_folders ?? []) as ChannelFolder[];
  return folders.filter((folder) => !folder.is_archived).sort((a, b) => a.order - b.order);
}

function leftChannel(state: ChatState, channelId: number, { channels }: UnreadCounts): LeftChannel {
  const channel = state.channels.get(channelId)!;
  const settings = state.subscriptions.get(channelId)!;
  const { count = 0, mutedCount = 0, mentions = 0 } = channels.get(channelId) ?? {};
  return {
    ...{ channelId, name: channel.name, color: settings.color, isMuted: settings.is_muted },
    ...{ isPrivate: channel.invite_only, unread: count, mutedUnread: mutedCount, mentions },
  };
}

function inOrder(a: LeftChannel, b: LeftChannel): number {
  return Number(a.isMuted) - Number(b.isMuted) || byName(a.name, b.name);
}
