import type { Recorder } from './recorder.ts';

/** Time for whatever is scheduled, far in the future: 1 January 2040, in seconds since 1970. */
const LATER = 2_208_988_800;

/** Calls the operations of the chat API as Olive, the owner of Example Couriers, would. */
export async function callChat(recorder: Recorder, owner: { email: string; password: string }): Promise<void> {
  const call: Recorder['call'] = (id, given) => recorder.call(id, given);
  await call('get-server-settings');
  await call('fetch-api-key', { body: { username: owner.email, password: owner.password } });
  const { user_id: me } = await call('get-own-user');
  const { user_id: dora } = await call('create-user', {
    body: { email: 'dora@couriers.example', password: owner.password, full_name: 'Dora Driver' },
  });

  await call('create-channel-folder', { body: { name: 'Depots', description: 'One channel for each depot' } });
  const { channel_folders: folders } = await call('get-channel-folders');
  await call('update-channel-folder', {
    path: { channel_folder_id: folders[0].id },
    body: { description: 'Where the bikes are' },
  });
  await call('subscribe', {
    body: { subscriptions: [{ name: 'alarms', description: 'What needs somebody at once' }], principals: [me, dora] },
  });
  const { id: depot } = await call('create-channel', {
    body: { name: 'depot north', description: 'Bikes and keys', subscribers: [me, dora] },
  });
  const { stream_id: alarms } = await call('get-channel-id', { query: { stream: 'alarms' } });

  const { queue_id: queue } = await call('register-queue', {
    body: { event_types: ['message'], fetch_event_types: ['message'] },
  });
  const message = { type: 'channel', to: 'alarms', topic: 'gates', content: 'Gate 4 is shut' };
  const { id: sent } = await call('send-message', { body: message });
  await call('get-events', { query: { queue_id: queue, last_event_id: -1, dont_block: true } });
  await call('delete-queue', { body: { queue_id: queue } });
  const { id: other } = await call('send-message', { body: { ...message, content: 'Gate 5 is open' } });

  await call('get-message', { path: { message_id: sent } });
  await call('fetch-messages', {
    query: {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: 'alarms' },
        { operator: 'topic', operand: 'gates' },
      ],
    },
  });
  await call('matches-narrow', {
    query: { msg_ids: [sent, other], narrow: [{ operator: 'search', operand: 'shut' }] },
  });
  await call('render-message', { body: { content: 'Two **flat** tyres' } });
  await call('update-message', { path: { message_id: sent }, body: { content: 'Gate 4 is shut until noon' } });
  await call('get-message-history', { path: { message_id: sent } });
  await call('add-reaction', { path: { message_id: sent }, body: { emoji_name: 'thumbs_up' } });
  await call('remove-reaction', { path: { message_id: sent }, body: { emoji_name: 'thumbs_up' } });
  await call('update-message-flags', { body: { messages: [sent], op: 'add', flag: 'starred' } });
  await call('update-message-flags-for-narrow', {
    body: {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: [{ operator: 'channel', operand: 'alarms' }],
      op: 'add',
      flag: 'read',
    },
  });
  await call('get-read-receipts', { path: { message_id: sent } });
  await call('set-typing-status', { body: { op: 'start', type: 'direct', to: [dora] } });
  await call('mark-topic-as-read', { body: { stream_id: alarms, topic_name: 'gates' } });
  await call('mark-stream-as-read', { body: { stream_id: alarms } });
  await call('mark-all-as-read');
  const { scheduled_message_id: scheduled } = await call('schedule-message', {
    body: { ...message, to: alarms, scheduled_delivery_timestamp: LATER },
  });
  await call('get-scheduled-messages');
  await call('update-scheduled-message', {
    path: { scheduled_message_id: scheduled },
    body: { content: 'Gate 4 is open again' },
  });
  await call('delete-scheduled-message', { path: { scheduled_message_id: scheduled } });
  const { reminder_id: reminder } = await call('create-reminder', {
    body: { message_id: sent, scheduled_delivery_timestamp: LATER, note: 'Ask for the key' },
  });
  await call('get-reminders');
  await call('delete-reminder', { path: { reminder_id: reminder } });
  await call('delete-message', { path: { message_id: other } });

  await call('get-channels');
  await call('get-channel', { path: { stream_id: alarms } });
  await call('update-channel', { path: { stream_id: alarms }, body: { description: 'Only what is urgent' } });
  await call('get-subscribers', { path: { stream_id: alarms } });
  await call('get-subscriptions');
  await call('get-subscription-status', { path: { user_id: dora, stream_id: alarms } });
  await call('get-topics', { path: { stream_id: alarms } });
  await call('update-user-topic', { body: { stream_id: alarms, topic: 'gates', visibility_policy: 3 } });
  await call('update-subscription-settings', {
    body: { subscription_data: [{ stream_id: alarms, property: 'color', value: '#c2410c' }] },
  });
  await call('add-default-channel', { body: { stream_id: alarms } });
  await call('remove-default-channel', { body: { stream_id: alarms } });
  await call('unsubscribe', { body: { subscriptions: ['depot north'], principals: [dora] } });
  await call('delete-topic', { path: { stream_id: alarms }, body: { topic_name: 'gates' } });
  await call('archive-channel', { path: { stream_id: depot } });

  await call('get-users');
  await call('get-user', { path: { user_id: dora } });
  await call('update-user', { path: { user_id: dora }, body: { full_name: 'Dora Dispatcher' } });
  await call('update-presence', { body: { status: 'active' } });
  await call('get-user-presence', { path: { user_id_or_email: String(me) } });
  await call('update-own-status', { body: { status_text: 'At the north depot' } });
  await call('get-user-status', { path: { user_id: me } });
  await call('mute-user', { path: { muted_user_id: dora } });
  await call('unmute-user', { path: { muted_user_id: dora } });

  const { group_id: group } = await call('create-user-group', {
    body: { name: 'night shift', description: 'After 22:00', members: [me] },
  });
  await call('get-user-groups');
  await call('update-user-group', { path: { user_group_id: group }, body: { description: 'After 23:00' } });
  await call('update-user-group-members', { path: { user_group_id: group }, body: { add: [dora] } });
  await call('get-user-group-members', { path: { user_group_id: group } });
  await call('get-is-user-group-member', { path: { user_group_id: group, user_id: dora } });
  await call('deactivate-user-group', { path: { user_group_id: group } });

  const { ids } = await call('create-drafts', {
    body: { drafts: [{ type: 'stream', to: [alarms], topic: 'gates', content: 'Gate 6' }] },
  });
  await call('get-drafts');
  await call('update-draft', {
    path: { draft_id: ids[0] },
    body: { draft: { type: 'stream', to: [alarms], topic: 'gates', content: 'Gate 6 too' } },
  });
  await call('delete-draft', { path: { draft_id: ids[0] } });
  const { saved_snippet_id: snippet } = await call('create-saved-snippet', {
    body: { title: 'Late', content: 'We are late. Sorry!' },
  });
  await call('get-saved-snippets');
  await call('delete-saved-snippet', { path: { saved_snippet_id: snippet } });
  await call('add-alert-words', { body: { alert_words: ['accident'] } });
  await call('get-alert-words');
  await call('remove-alert-words', { body: { alert_words: ['accident'] } });
  const { user_id: bot } = await call('create-bot', {
    body: { full_name: 'Echo Bot', short_name: 'echo', bot_type: 1 },
  });
  await call('get-bots');
  await call('deactivate-bot', { path: { bot_id: bot } });
  const { id: field } = await call('create-profile-field', { body: { name: 'Depot', field_type: 1 } });
  await call('get-profile-fields');
  await call('update-own-profile', { body: { data: [{ id: field, value: 'North' }] } });
  await call('delete-profile-field', { path: { field_id: field } });
  await call('create-invitation-link', { body: { invite_as: 400 } });
  await call('get-invitations');
  await call('get-realm-presence');
  await call('add-linkifier', {
    body: { pattern: 'T-(?P<id>[0-9]+)', url_template: 'https://couriers.example/t/{id}' },
  });
  await call('get-linkifiers');
  await call('add-domain', { body: { domain: 'couriers.example', allow_subdomains: false } });
  await call('get-domains');
  await call('remove-domain', { path: { domain: 'couriers.example' } });
  await call('update-settings', { body: { enter_sends: true } });
  await call('deactivate-user', { path: { user_id: dora } });
  await call('reactivate-user', { path: { user_id: dora } });
}
