import type { ComponentType } from 'preact';
import type { KeyName } from '../shared/keys.ts';
import type { IconName } from '../shared/ui/icon-names.ts';
import { userSettings } from './data/settings.ts';
import type { Words } from './texts/index.ts';

/** One of the views above the channels. Its part of the page comes when it is first gone to. */
export interface Screen {
  /** Its address below `/chat/`, and its name in the words. */
  id: keyof Words['screens'];
  icon: IconName;
  /** Goes there. */
  key?: KeyName;
  /** Whether addresses below its own are its too. */
  hasParts?: boolean;
  /** Undefined: it is a list of messages like a conversation (`addresses.ts`). */
  load?(): Promise<ComponentType>;
}

/** In the order of the left side. */
export const screens: readonly [Screen, ...Screen[]] = [
  {
    id: 'inbox',
    icon: 'inbox',
    key: 'goInbox',
    load: async () => (await import('./inbox/screen.tsx')).InboxScreen,
  },
  {
    id: 'catch-up',
    icon: 'scroll-text',
    load: async () => (await import('./catch-up/screen.tsx')).CatchUpScreen,
  },
  {
    id: 'recent',
    icon: 'history',
    key: 'goRecent',
    load: async () => (await import('./recent/screen.tsx')).RecentScreen,
  },
  { id: 'all', icon: 'rows-3', key: 'goAllMessages' },
  { id: 'mentions', icon: 'at-sign' },
  { id: 'starred', icon: 'star' },
  {
    id: 'drafts',
    icon: 'pencil',
    key: 'goDrafts',
    load: async () => (await import('./drafts/screen.tsx')).DraftsScreen,
  },
  { id: 'reactions', icon: 'smile' },
  { id: 'own', icon: 'user' },
  {
    id: 'scheduled',
    icon: 'calendar-clock',
    load: async () => (await import('./scheduled/screen.tsx')).ScheduledScreen,
  },
  {
    id: 'reminders',
    icon: 'alarm-clock',
    load: async () => (await import('./reminders/screen.tsx')).RemindersScreen,
  },
  {
    id: 'channels',
    icon: 'hash',
    key: 'goChannels',
    load: async () => (await import('./channel-screens.tsx')).ChannelsScreen,
  },
  {
    id: 'people',
    icon: 'users',
    hasParts: true,
    load: async () => (await import('./people/screen.tsx')).PeopleScreen,
  },
  {
    id: 'settings',
    icon: 'settings',
    load: async () => (await import('./settings/screen.tsx')).SettingsScreen,
  },
];

/** `web_home_view` (spec: chat 4.2). */
const HOMES: Readonly<Record<string, Screen['id']>> = { recent_topics: 'recent', all_messages: 'all' };

/** Returns the address of the screen that the person starts with. */
export const startAddress = (): string => `/${HOMES[userSettings().web_home_view] ?? 'inbox'}`;
