import type { OperationGroup } from '../../platform/http/openapi.ts';

/** Groups of the chat API's operations, in the order in which an integrator meets them. */
export const chatGroups: readonly OperationGroup[] = [
  {
    name: 'Server and sign-in',
    description: 'What a server offers, and how a client gets an API key.',
    slices: ['realms', 'accounts'],
  },
  {
    name: 'Events',
    description: 'Read the state once, then receive every change, by long poll or as a stream.',
    slices: ['register', 'event-queues'],
  },
  {
    name: 'Messages',
    description: 'Send, fetch, edit, flag and delete messages, and react to them.',
    slices: ['messages', 'message-flags', 'reactions', 'typing'],
  },
  {
    name: 'Drafts and snippets',
    description: 'Texts that are not sent yet, and texts to use again.',
    slices: ['drafts', 'saved-snippets'],
  },
  {
    name: 'Channels and topics',
    description: 'Create and change channels, their folders and topics, and subscribe people.',
    slices: ['channels', 'subscriptions', 'topics', 'user-topics'],
  },
  {
    name: 'Users',
    description: 'The members of an organization: profiles, presence, status and pictures.',
    slices: ['users', 'presence', 'user-status', 'avatars', 'profile-fields'],
  },
  {
    name: 'User groups',
    description: 'Groups of users, which can be mentioned and can hold permissions.',
    slices: ['user-groups'],
  },
  {
    name: 'Own settings',
    description: "The caller's own settings, alert words, muted users and navigation views.",
    slices: ['user-settings', 'alert-words', 'muted-users', 'navigation-views'],
  },
  {
    name: 'Push notifications',
    description: 'Devices and browsers that receive notifications.',
    slices: ['push-devices'],
  },
  {
    name: 'Files and calls',
    description: 'Uploads in messages, and links to video calls.',
    slices: ['uploads', 'calls'],
  },
  {
    name: 'Bots',
    description: 'Accounts for programs, their configuration and storage, and mail to channels.',
    slices: ['bots', 'bot-storage', 'incoming-mail'],
  },
  {
    name: 'Organization',
    description: 'Settings, emoji, linkifiers, invitations and exports of an organization.',
    slices: ['realm-domains', 'realm-emoji', 'linkifiers', 'playgrounds', 'realm-pictures', 'invitations', 'exports'],
  },
];
