import type { ChatEvent, ChatState, Reducer } from '../state.ts';
import { remember } from '../windows/recent.ts';
import { applyAlertWords } from './alert-words.ts';
import { applyChannelFolder } from './channel-folder.ts';
import { applyCustomProfileFields } from './custom-profile-fields.ts';
import { applyDefaultStreamGroups } from './default-stream-groups.ts';
import { applyDefaultStreams } from './default-streams.ts';
import { applyDeleteMessage } from './delete-message.ts';
import { applyDevice } from './device.ts';
import { applyDrafts } from './drafts.ts';
import { applyMessage } from './message.ts';
import { applyMutedTopics } from './muted-topics.ts';
import { applyMutedUsers } from './muted-users.ts';
import { applyNavigationView } from './navigation-view.ts';
import { applyPushDevice } from './push-device.ts';
import { applyReaction } from './reaction.ts';
import { applyRealm } from './realm.ts';
import { applyRealmBot } from './realm-bot.ts';
import { applyRealmDomains } from './realm-domains.ts';
import { applyRealmEmoji } from './realm-emoji.ts';
import { applyRealmLinkifiers } from './realm-linkifiers.ts';
import { applyRealmPlaygrounds } from './realm-playgrounds.ts';
import { applyRealmUser } from './realm-user.ts';
import { applyRealmUserSettingsDefaults } from './realm-user-settings-defaults.ts';
import { applyReminders } from './reminders.ts';
import { applyRestart } from './restart.ts';
import { applySavedSnippets } from './saved-snippets.ts';
import { applyScheduledMessages } from './scheduled-messages.ts';
import { applyStream } from './stream.ts';
import { applySubmessage } from './submessage.ts';
import { applySubscription } from './subscription.ts';
import { applyUpdateMessage } from './update-message.ts';
import { applyUpdateMessageFlags } from './update-message-flags.ts';
import { applyUserGroup } from './user-group.ts';
import { applyUserSettings } from './user-settings.ts';
import { applyUserStatus } from './user-status.ts';
import { applyUserTopic } from './user-topic.ts';

/** By event type: one file each. */
export const reducers: Readonly<Record<string, Reducer<never>>> = {
  alert_words: applyAlertWords,
  channel_folder: applyChannelFolder,
  custom_profile_fields: applyCustomProfileFields,
  default_stream_groups: applyDefaultStreamGroups,
  default_streams: applyDefaultStreams,
  delete_message: applyDeleteMessage,
  device: applyDevice,
  drafts: applyDrafts,
  message: applyMessage,
  muted_topics: applyMutedTopics,
  muted_users: applyMutedUsers,
  navigation_view: applyNavigationView,
  push_device: applyPushDevice,
  reaction: applyReaction,
  realm: applyRealm,
  realm_bot: applyRealmBot,
  realm_domains: applyRealmDomains,
  realm_emoji: applyRealmEmoji,
  realm_linkifiers: applyRealmLinkifiers,
  realm_playgrounds: applyRealmPlaygrounds,
  realm_user: applyRealmUser,
  realm_user_settings_defaults: applyRealmUserSettingsDefaults,
  reminders: applyReminders,
  restart: applyRestart,
  saved_snippets: applySavedSnippets,
  scheduled_messages: applyScheduledMessages,
  stream: applyStream,
  submessage: applySubmessage,
  subscription: applySubscription,
  update_message: applyUpdateMessage,
  update_message_flags: applyUpdateMessageFlags,
  user_group: applyUserGroup,
  user_settings: applyUserSettings,
  user_status: applyUserStatus,
  user_topic: applyUserTopic,
};

/** Types that change nothing that the registration tells: signs of life, and news of what is fetched when it is looked at. */
export const notReduced: ReadonlySet<string> = new Set([
  'attachment',
  'heartbeat',
  'invites_changed',
  'onboarding_steps',
  'presence',
  'realm_export',
  'realm_export_consent',
  'typing',
  'typing_edit_message',
  'web_reload_client',
]);

/**
 * Changes the state by one event. One that was applied before is dropped; one of an unknown type is counted.
 * @returns whether it is of a type that changes the state
 */
export function apply(state: ChatState, event: ChatEvent): boolean {
  if (event.id <= state.lastEventId) return false;
  state.lastEventId = event.id;
  remember(state, event);
  const reducer = Object.hasOwn(reducers, event.type) ? reducers[event.type] : undefined;
  if (reducer) reducer(state, event as never);
  else if (!notReduced.has(event.type)) state.unknownEvents++;
  return reducer !== undefined;
}
