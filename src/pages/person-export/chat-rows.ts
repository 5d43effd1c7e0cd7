import { sql } from '../../platform/db/sql.ts';
import { DERIVED, type Exported, isOf, NOBODYS, type PersonRows } from './person-rows.ts';

/**
 * Returns the chat data of a person. Their own messages are complete. Messages only sent to them or naming them are
 * listed by number, because the words belong to others (src/pages/person-export/README.md).
 */
export function chatRows({ self: { userIds, emails } }: Exported): PersonRows {
  const own = [{ where: isOf('user_id', userIds) }];
  const isByThem = isOf('sender_id', userIds);
  const isBot = sql`t.user_id in (select u.id from chat.users u
    where u.organization_id = t.organization_id and u.bot_owner_id = any(${userIds}::bigint[]))`;
  const created = { where: isOf('creator_id', userIds), only: ['id', 'name', 'date_created'], as: 'creator' };
  return {
    'chat.alert_words': own,
    'chat.archived_attachments': [
      {
        where: sql`(t.attachment->>'owner_id')::bigint = any(${userIds}::bigint[])`,
        only: ['attachment_id', 'archived_at', 'attachment'],
        file: { id: sql`t.file_id`, name: sql`t.attachment->>'name'` },
      },
    ],
    'chat.archived_messages': [
      {
        where: sql`(t.message->>'sender_id')::bigint = any(${userIds}::bigint[])`,
        only: ['message_id', 'channel_id', 'archived_at'],
        beside: { message: sql`t.message - '{organization_id,rendered_content,plain_text}'::text[]` },
      },
    ],
    'chat.attachments': [{ where: isOf('owner_id', userIds), file: { id: sql`t.file_id`, name: sql`t.name` } }],
    'chat.bot_defaults': [{ where: isBot }],
    'chat.bot_services': [{ where: isBot, only: ['user_id', 'interface'] }],
    'chat.bot_storage': 'is what a bot keeps for itself',
    'chat.bot_webhook_secrets': 'is a secret',
    'chat.channel_folders': [created],
    'chat.channel_mail_addresses': [
      { where: sql`(${isOf('requester_id', userIds)} or ${isByThem})`, only: ['channel_id'] },
    ],
    'chat.channel_traffic': NOBODYS,
    'chat.channels': [
      created,
      {
        where: sql`(
          exists (select from chat.subscription_periods p where p.organization_id = t.organization_id
            and p.channel_id = t.id and p.user_id = any(${userIds}::bigint[]))
          or exists (select from chat.subscriptions s where s.organization_id = t.organization_id
            and s.channel_id = t.id and s.user_id = any(${userIds}::bigint[])))`,
        only: ['id', 'name'],
        as: 'subscriber',
      },
    ],
    'chat.client_devices': own,
    'chat.default_channel_groups': NOBODYS,
    'chat.digests': own,
    'chat.direct_conversation_members': own,
    'chat.direct_conversations': [{ where: sql`t.user_ids && ${userIds}::bigint[]` }],
    'chat.drafts': own,
    'chat.email_changes': own,
    'chat.event_queues': [{ ...own[0], only: ['created_at', 'polled_at', 'idle_seconds'] }],
    'chat.exports': [{ where: isOf('acting_user_id', userIds), only: ['id', 'export_type', 'requested_at'] }],
    'chat.external_pictures': NOBODYS,
    'chat.former_subscriptions': own,
    'chat.imported_ids': DERIVED,
    'chat.imported_people': own,
    'chat.imported_unread': DERIVED,
    'chat.imports': NOBODYS,
    'chat.invitations': [
      {
        where: isOf('referrer_id', userIds),
        only: ['id', 'invited_as', 'invited_at', 'expires_at', 'ended_at'],
        as: 'inviter',
      },
      {
        where: sql`lower(t.email) = any(${emails}::text[])`,
        only: ['id', 'email', 'invited_as', 'invited_at', 'expires_at', 'mailed_at', 'mails', 'ended_at'],
        as: 'invited',
      },
    ],
    'chat.linkifiers': NOBODYS,
    'chat.message_attachments': [
      {
        where: sql`exists (select from chat.messages m where m.organization_id = t.organization_id
          and m.id = t.message_id and m.sender_id = any(${userIds}::bigint[]))`,
      },
    ],
    'chat.message_flags': own,
    'chat.message_search': DERIVED,
    'chat.messages': [
      {
        where: isByThem,
        only: [
          ...['id', 'recipient_id', 'channel_id', 'topic', 'sender_id', 'client', 'content', 'sent_at'],
          ...['edit_history', 'last_edit_at', 'last_moved_at'],
        ],
        as: 'sender',
      },
      {
        where: sql`t.channel_id is null and not ${isByThem} and exists (
          select from chat.direct_conversation_members d where d.organization_id = t.organization_id
            and d.recipient_id = t.recipient_id and d.user_id = any(${userIds}::bigint[]))`,
        only: ['id', 'recipient_id', 'sender_id', 'sent_at'],
        as: 'receiver',
      },
      {
        where: sql`t.mentioned_user_ids && ${userIds}::bigint[] and not ${isByThem}`,
        only: ['id', 'channel_id', 'sender_id', 'sent_at'],
        as: 'mentioned',
      },
    ],
    'chat.missed_messages': own,
    'chat.muted_users': own,
    'chat.navigation_views': own,
    'chat.playgrounds': NOBODYS,
    'chat.presences': own,
    'chat.profile_fields': NOBODYS,
    'chat.profile_values': [{ ...own[0], only: ['user_id', 'field_id', 'value'] }],
    'chat.push_tokens': own,
    'chat.pushed_messages': own,
    'chat.reactions': own,
    'chat.read_ranges': own,
    'chat.realm_domains': NOBODYS,
    'chat.realm_emoji': [{ where: isOf('author_id', userIds), only: ['id', 'name', 'created_at'] }],
    'chat.realm_pictures': NOBODYS,
    'chat.realms': NOBODYS,
    'chat.reminders': [{ ...own[0], only: ['id', 'user_id', 'message_id', 'note', 'deliver_at', 'failure'] }],
    'chat.reply_addresses': [
      { ...own[0], only: ['user_id', 'message_id', 'channel_id', 'topic', 'expires_at', 'sent_to'] },
    ],
    'chat.saved_snippets': own,
    'chat.scheduled_messages': [{ where: isByThem }],
    'chat.search_progress': DERIVED,
    'chat.search_stale': DERIVED,
    'chat.sent_local_ids': 'is how a client numbers what it sends; the messages are in chat.messages',
    'chat.submessages': [{ where: isByThem }],
    'chat.subscription_periods': own,
    'chat.subscriptions': own,
    'chat.topic_visibility': own,
    'chat.traffic_progress': DERIVED,
    'chat.user_group_members': own,
    'chat.user_group_subgroups': NOBODYS,
    'chat.user_groups': [
      created,
      {
        where: sql`exists (select from chat.user_group_members m where m.organization_id = t.organization_id
          and m.group_id = t.id and m.user_id = any(${userIds}::bigint[]))`,
        only: ['id', 'name'],
        as: 'member',
      },
    ],
    'chat.user_statuses': own,
    'chat.users': [
      { where: isOf('id', userIds), file: { id: sql`t.avatar_file_id` }, as: 'account' },
      { where: isOf('bot_owner_id', userIds), file: { id: sql`t.avatar_file_id` }, as: 'bot owner' },
    ],
  };
}
