import { alertWords } from './alert-words.ts';
import { incomingWebhookServices, realmBots } from './bots.ts';
import { drafts, navigationViews, savedSnippets } from './cached-texts.ts';
import { channelFolders, channels, defaultGroups } from './channels.ts';
import type { InitialState } from './initial-state.ts';
import { lastMessage, recentDirectConversations, starredMessages, unreadMessages } from './messages.ts';
import { mutedUsers } from './muted-users.ts';
import { nothingYet } from './nothing-yet.ts';
import { filters, linkifiers, playgrounds, realmDomains, realmEmoji } from './organization.ts';
import { presence } from './presence.ts';
import { profileFields } from './profile-fields.ts';
import { clientDevices, pushDevices } from './push-devices.ts';
import { realmState } from './realm.ts';
import { reminders } from './reminders.ts';
import { scheduledMessages } from './scheduled-messages.ts';
import { mutedTopics, userTopics } from './topics.ts';
import { userGroups } from './user-groups.ts';
import { legacyUserSettings, userSettingDefaults, userSettings } from './user-settings.ts';
import { userStatus } from './user-status.ts';
import { users } from './users.ts';

/** Everything that the answer of `POST /register` can hold. A new slice adds its own here. */
export const initialStates: readonly InitialState[] = [
  realmState,
  users,
  realmBots,
  incomingWebhookServices,
  userStatus,
  profileFields,
  mutedUsers,
  presence,
  clientDevices,
  pushDevices,
  userGroups,
  userSettings,
  legacyUserSettings,
  userSettingDefaults,
  channels,
  channelFolders,
  defaultGroups,
  alertWords,
  userTopics,
  mutedTopics,
  lastMessage,
  unreadMessages,
  starredMessages,
  recentDirectConversations,
  scheduledMessages,
  realmEmoji,
  linkifiers,
  filters,
  playgrounds,
  realmDomains,
  reminders,
  drafts,
  savedSnippets,
  navigationViews,
  ...nothingYet,
];
