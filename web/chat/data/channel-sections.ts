import { locale } from '../../shared/texts/index.ts';
import type { ChatState, SubscriptionSettings } from '../../store/chat/state.ts';
import type { Channel, ChannelFolder } from '../../store/wire/chat.ts';

/** A channel that the person is subscribed to. */
export interface OwnChannel {
  channel: Channel;
  settings: SubscriptionSettings;
}

/** Channels that stand together on the left. */
export interface ChannelSection {
  /** `pinned`, `others`, `inactive`, or `folder` and its ID. */
  id: string;
  /** Name of the folder, for one. */
  folderName?: string;
  channels: OwnChannel[];
}

const collator = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });

/** Whether a channel without new messages is shown apart (`demote_inactive_streams`): 1 where there are many, 2 always, 3 never. */
const MANY_CHANNELS = 30;

/**
 * Returns a person's channels in sections: pinned ones, folders in their order, the others, inactive ones. In each section
 * muted channels come last, the others by name.
 */
export function channelSections(state: ChatState): ChannelSection[] {
  const own = [...state.subscriptions].flatMap(([id, settings]): OwnChannel[] => {
    const channel = state.channels.get(id);
    return channel ? [{ channel, settings }] : [];
  });
  const settings = state.fields.user_settings as { demote_inactive_streams?: number } | undefined;
  const demote = settings?.demote_inactive_streams ?? 1;
  const isDemoted = ({ channel }: OwnChannel) =>
    !channel.is_recently_active && (demote === 2 || (demote === 1 && own.length > MANY_CHANNELS));
  const folders = new Map(
    (state.fields.channel_folders as ChannelFolder[] | undefined)?.map((each) => [each.id, each]),
  );
  const sectionOf = (each: OwnChannel): string => {
    if (each.settings.pin_to_top) return 'pinned';
    const folder = each.channel.folder_id === null ? undefined : folders.get(each.channel.folder_id);
    if (folder && !folder.is_archived) return `folder ${folder.id}`;
    return isDemoted(each) ? 'inactive' : 'others';
  };
  const inOrder = [...folders.values()].sort((one, other) => one.order - other.order);
  const sections = new Map<string, ChannelSection>([
    ['pinned', { id: 'pinned', channels: [] }],
    ...inOrder.map(({ id, name }): [string, ChannelSection] => [
      `folder ${id}`,
      { id: `folder ${id}`, folderName: name, channels: [] },
    ]),
    ['others', { id: 'others', channels: [] }],
    ['inactive', { id: 'inactive', channels: [] }],
  ]);
  for (const each of own) sections.get(sectionOf(each))!.channels.push(each);
  for (const { channels } of sections.values()) channels.sort(mutedLast);
  return [...sections.values()].filter(({ channels }) => channels.length > 0);
}

function mutedLast(one: OwnChannel, other: OwnChannel): number {
  return (
    Number(one.settings.is_muted) - Number(other.settings.is_muted) ||
    collator.compare(one.channel.name, other.channel.name)
  );
}
