import type { ComponentType } from 'preact';
import type { IconName } from '../shared/ui/icon-names.ts';
import type { Need } from './data/me.ts';
import type { Words } from './texts/index.ts';

/** An entry of the navigation. */
interface Entry {
  /** Its address below `/admin/`, and its name in the words. */
  id: keyof Words['screens'];
  group: keyof Words['groups'];
  icon: IconName;
  need: Need;
}

/** One of the screens of the administration. Its part of the page comes when it is first gone to. */
export interface Screen extends Entry {
  load(): Promise<ComponentType>;
}

/** A screen of the console that one looks for here: the navigation and the address lead there. */
export interface ConsoleScreen extends Entry {
  leadsTo: string;
}

/** In the order of the navigation; the first that somebody may have is where the bare address leads. */
export const screens: readonly (Screen | ConsoleScreen)[] = [
  {
    id: 'people',
    group: 'people',
    icon: 'users',
    need: 'administrator',
    load: async () => (await import('./people/screen.tsx')).PeopleScreen,
  },
  {
    id: 'invitations',
    group: 'people',
    icon: 'mail',
    need: 'administrator',
    load: async () => (await import('./invitations/screen.tsx')).InvitationsScreen,
  },
  {
    id: 'sessions',
    group: 'people',
    icon: 'monitor',
    need: 'owner',
    load: async () => (await import('./sessions/screen.tsx')).SessionsScreen,
  },
  {
    id: 'channels',
    group: 'chat',
    icon: 'hash',
    need: 'chat',
    load: async () => (await import('./channels/screen.tsx')).ChannelsScreen,
  },
  {
    id: 'groups',
    group: 'chat',
    icon: 'tag',
    need: 'chat',
    load: async () => (await import('./groups/screen.tsx')).GroupsScreen,
  },
  {
    id: 'permissions',
    group: 'chat',
    icon: 'shield-check',
    need: 'chat',
    load: async () => (await import('./permissions/screen.tsx')).PermissionsScreen,
  },
  {
    id: 'newcomers',
    group: 'chat',
    icon: 'user-plus',
    need: 'chat',
    load: async () => (await import('./newcomers/screen.tsx')).NewcomersScreen,
  },
  {
    id: 'emoji',
    group: 'chat',
    icon: 'smile',
    need: 'chat',
    load: async () => (await import('./emoji/screen.tsx')).EmojiScreen,
  },
  {
    id: 'links',
    group: 'chat',
    icon: 'link',
    need: 'chat',
    load: async () => (await import('./links/screen.tsx')).LinksScreen,
  },
  {
    id: 'bots',
    group: 'chat',
    icon: 'code',
    need: 'chat',
    load: async () => (await import('./bots/screen.tsx')).BotsScreen,
  },
  {
    id: 'incoming',
    group: 'chat',
    icon: 'webhook',
    need: 'chat',
    load: async () => (await import('./incoming/screen.tsx')).IncomingScreen,
  },
  {
    id: 'exports',
    group: 'chat',
    icon: 'download',
    need: 'chat',
    load: async () => (await import('./exports/screen.tsx')).ExportsScreen,
  },
  {
    id: 'fleet',
    group: 'deliveries',
    icon: 'truck',
    need: 'dispatch',
    leadsTo: '/dispatch/fleet',
  },
  {
    id: 'fields',
    group: 'deliveries',
    icon: 'list-checks',
    need: 'dispatch',
    load: async () => (await import('./fields/screen.tsx')).FieldsScreen,
  },
  {
    id: 'tracking',
    group: 'deliveries',
    icon: 'map-pin',
    need: 'dispatch',
    load: async () => (await import('./tracking/screen.tsx')).TrackingScreen,
  },
  {
    id: 'webhooks',
    group: 'deliveries',
    icon: 'webhook',
    need: 'dispatch',
    leadsTo: '/dispatch/webhooks',
  },
  {
    id: 'organization',
    group: 'organization',
    icon: 'building-2',
    need: 'administrator',
    load: async () => (await import('./organization/screen.tsx')).OrganizationScreen,
  },
  {
    id: 'keys',
    group: 'organization',
    icon: 'key-round',
    need: 'owner',
    load: async () => (await import('./keys/screen.tsx')).KeysScreen,
  },
  {
    id: 'messages',
    group: 'organization',
    icon: 'send',
    need: 'owner',
    load: async () => (await import('./messages/screen.tsx')).MessagesScreen,
  },
  {
    id: 'map',
    group: 'organization',
    icon: 'map',
    need: 'dispatch',
    load: async () => (await import('./map/screen.tsx')).MapScreen,
  },
  {
    id: 'audit',
    group: 'organization',
    icon: 'scroll-text',
    need: 'owner',
    load: async () => (await import('./audit/screen.tsx')).AuditScreen,
  },
  {
    id: 'imports',
    group: 'organization',
    icon: 'package',
    need: 'owner',
    load: async () => (await import('./imports/screen.tsx')).ImportsScreen,
  },
  {
    id: 'server',
    group: 'organization',
    icon: 'heart-pulse',
    need: 'owner',
    load: async () => (await import('./server/screen.tsx')).ServerScreen,
  },
];

/** The screen of an address, also of one below it. */
export function screenAt(location: string): Screen | ConsoleScreen | undefined {
  return screens.find(({ id }) => location === `/${id}` || location.startsWith(`/${id}/`));
}
