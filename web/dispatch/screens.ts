import type { ComponentType } from 'preact';
import type { KeyName } from '../shared/keys.ts';
import type { IconName } from '../shared/ui/icon-names.ts';
import type { Words } from './texts/index.ts';

/** One of the console's screens. Its part of the page comes when it is first gone to. */
export interface Screen {
  /** Its address below `/dispatch/`, and its name in the words. */
  id: keyof Words['screens'];
  icon: IconName;
  /** Goes there; absent: only links do. */
  key?: KeyName;
  /** A dispatcher works in it all day; the others are gone to now and then. */
  isDaily?: true;
  /** It is set up once: it stands in the menu, not in the navigation. */
  isInMenu?: true;
  load(): Promise<ComponentType>;
}

/** In the order of the navigation. */
export const screens: readonly [Screen, ...Screen[]] = [
  {
    id: 'inbox',
    icon: 'inbox',
    key: 'goConsoleInbox',
    isDaily: true,
    load: async () => (await import('./inbox/screen.tsx')).InboxScreen,
  },
  {
    id: 'board',
    icon: 'columns-3',
    key: 'goBoard',
    isDaily: true,
    load: async () => (await import('./board/screen.tsx')).BoardScreen,
  },
  {
    id: 'map',
    icon: 'map',
    key: 'goMap',
    isDaily: true,
    load: async () => (await import('./map/screen.tsx')).MapScreen,
  },
  {
    id: 'timeline',
    icon: 'chart-no-axes-gantt',
    key: 'goTimeline',
    isDaily: true,
    load: async () => (await import('./timeline/screen.tsx')).TimelineScreen,
  },
  {
    id: 'table',
    icon: 'rows-3',
    key: 'goTable',
    isDaily: true,
    load: async () => (await import('./table/screen.tsx')).TableScreen,
  },
  {
    id: 'routes',
    icon: 'route',
    key: 'goRoutes',
    load: async () => (await import('./routes/screen.tsx')).RoutesScreen,
  },
  {
    id: 'fleet',
    icon: 'users',
    key: 'goFleet',
    load: async () => (await import('./fleet/screen.tsx')).FleetScreen,
  },
  {
    id: 'recipients',
    icon: 'circle-user',
    load: async () => (await import('./recipients/screen.tsx')).RecipientsScreen,
  },
  {
    id: 'analytics',
    icon: 'chart-column',
    key: 'goAnalytics',
    load: async () => (await import('./analytics/screen.tsx')).AnalyticsScreen,
  },
  {
    id: 'webhooks',
    icon: 'webhook',
    key: 'goWebhooks',
    isInMenu: true,
    load: async () => (await import('./webhooks/screen.tsx')).WebhooksScreen,
  },
];

/** Screen of the bare address: a dispatcher starts with what needs them. */
export const FIRST_SCREEN = 'inbox';
/** The same while there is nothing to dispatch: the board says what comes first. */
export const BEGINNERS_SCREEN = 'board';

export function screenAt(location: string): Screen | undefined {
  return screens.find(({ id }) => location === `/${id}`);
}
