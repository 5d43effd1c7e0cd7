import { texts } from '../../shared/texts/index.ts';
import { copyText } from '../../shared/ui/copy.ts';
import type { MenuItem } from '../../shared/ui/menu.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Narrow } from '../../store/chat/narrow.ts';
import { isTopicMuted, mutedUsers, TOPIC_POLICY } from '../../store/chat/select/muting.ts';
import { addressOf, BASE } from '../addresses.ts';
import { channelSettingsAddress } from '../channel-settings-address.ts';
import { chat } from '../data/chat.ts';
import { markRead } from '../data/mark-read.ts';
import { ownUserId } from '../data/me.ts';
import { channelName, nameOf, titleOf } from '../data/names.ts';
import { setChannelSetting, setSubscribed, setTopicPolicy, setUserMuted } from '../data/own-settings.ts';
import { fragmentOf, ownViewOf } from '../left/views/own-views.ts';
import { conversationWords as words } from './texts/index.ts';

/** Longest name of a view (`src/chat/navigation-views`). */
const MAX_VIEW_NAME = 60;

/** Returns what can be done with all of a narrow. @param go goes to another place */
export function headMenu(narrow: Exclude<Narrow, { kind: 'search' }>, go: (address: string) => void): MenuItem[] {
  const items: MenuItem[] = [];
  if (['topic', 'channel', 'direct', 'all', 'mentions'].includes(narrow.kind))
    items.push({ label: words.markRead, icon: 'check-check', choose: () => void markRead(narrow) });
  items.push(...ofKind(narrow), ...viewItem(narrow));
  if ('channelId' in narrow) items.push(settingsItem(narrow.channelId, go));
  items.push({ label: words.copyLink, icon: 'link', choose: () => void copyLink(narrow) });
  return items;
}

function ofKind(narrow: Narrow): MenuItem[] {
  const { state } = chat.value;
  if (narrow.kind === 'topic') {
    const { channelId, topic } = narrow;
    const isMuted = isTopicMuted(state, channelId, topic);
    const isChannelMuted = state.subscriptions.get(channelId)?.is_muted ?? false;
    const unmuted = isChannelMuted ? TOPIC_POLICY.unmuted : TOPIC_POLICY.inherit;
    return [
      {
        label: isMuted ? words.unmuteTopic : words.muteTopic,
        icon: isMuted ? 'bell' : 'bell-off',
        choose: () => void setTopicPolicy(channelId, topic, isMuted ? unmuted : TOPIC_POLICY.muted),
      },
    ];
  }
  if (narrow.kind === 'channel') return channelItems(narrow.channelId);
  if (narrow.kind !== 'direct') return [];
  const others = narrow.userIds.filter((id) => id !== ownUserId.value);
  if (others.length !== 1) return [];
  const [id] = others as [number];
  const isMuted = mutedUsers(state).has(id);
  const name = nameOf(id);
  return [
    {
      label: isMuted ? words.unmutePerson({ name }) : words.mutePerson({ name }),
      icon: isMuted ? 'bell' : 'bell-off',
      choose: () => void setUserMuted(id, !isMuted),
    },
  ];
}

function settingsItem(channelId: number, go: (address: string) => void): MenuItem {
  const address = channelSettingsAddress(channelId, channelName(channelId));
  return { label: words.settings, icon: 'settings', choose: () => go(address) };
}

function channelItems(channelId: number): MenuItem[] {
  const { state } = chat.value;
  const settings = state.subscriptions.get(channelId);
  if (!settings) return [{ label: words.subscribe, icon: 'plus', choose: () => void setSubscribed(channelId, true) }];
  const { is_muted, pin_to_top } = settings;
  return [
    {
      label: is_muted ? words.unmuteChannel : words.muteChannel,
      icon: is_muted ? 'bell' : 'bell-off',
      choose: () => void setChannelSetting(channelId, 'is_muted', !is_muted),
    },
    {
      label: pin_to_top ? words.unpin : words.pin,
      icon: 'pin',
      choose: () => void setChannelSetting(channelId, 'pin_to_top', !pin_to_top),
    },
    { label: words.unsubscribe, icon: 'log-out', choose: () => void setSubscribed(channelId, false) },
  ];
}

/** A place that one often goes to becomes a view of one's own, on every device. */
function viewItem(narrow: Narrow): MenuItem[] {
  if (narrow.kind !== 'topic' && narrow.kind !== 'channel' && narrow.kind !== 'direct') return [];
  const own = ownViewOf(chat.value.state, narrow);
  if (own)
    return [
      {
        label: words.removeView,
        icon: 'bookmark',
        choose: () => void changed((to) => to.removeView(own.view.fragment)),
      },
    ];
  const name = [...titleOf(narrow)].slice(0, MAX_VIEW_NAME).join('');
  const add = () => void changed((to) => to.setViewPinned(fragmentOf(narrow), true, name));
  return [{ label: words.addView, icon: 'bookmark', choose: add }];
}

async function changed(change: (to: typeof import('../left/views/change-view.ts')) => Promise<void>): Promise<void> {
  await change(await import('../left/views/change-view.ts'));
}

async function copyLink(narrow: Exclude<Narrow, { kind: 'search' }>): Promise<void> {
  const name = 'channelId' in narrow ? channelName(narrow.channelId) : undefined;
  const link = `${location.origin}${BASE}${addressOf(narrow, { channelName: name })}`;
  if (await copyText(link)) showToast(texts.copied);
}
