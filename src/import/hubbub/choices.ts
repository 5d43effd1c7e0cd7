/** Tables of an export whose rows stay behind, and why. */
export const STAYS: Readonly<Record<string, string>> = {
  'chat.bot_services': 'Addresses of outgoing webhooks are secret. Enter them again.',
  'chat.channel_mail_addresses': 'Addresses of channels are secret. Make new ones.',
  'chat.client_devices': 'Devices register for notifications at their next sign-in.',
  'chat.email_changes': 'Links in e-mails lead to the old server.',
  'chat.event_queues': 'Clients open new queues.',
  'chat.invitations': 'Links in e-mails lead to the old server. Invite these people again.',
  'chat.missed_messages': 'An import sends no e-mails.',
  'chat.push_tokens': 'Devices register for notifications at their next sign-in.',
  'chat.reply_addresses': 'Addresses in e-mails lead to the old server.',
  'chat.sent_local_ids': 'Clients open new queues.',
  'dispatch.delegatees': 'They name organizations of the old server. Use org delegate again.',
  'dispatch.imported_lines': 'Digests are not exported. Orders imported there are not recognised here.',
  'dispatch.task_pins': 'PINs are sealed by the key of the old server. Make new ones for open tasks.',
  'dispatch.webhook_attempts': 'They belong to webhooks.',
  'dispatch.webhook_receivers': 'They belong to webhooks.',
  'dispatch.webhooks': 'Their addresses are secret. Make them again; the organization has a new signing secret.',
  'platform.assistant_keys': 'Keys are not exported. Make new ones.',
  'platform.credentials': 'Keys and sessions are not exported. Make new keys; people sign in again.',
  'platform.import_runs': 'They are about earlier imports.',
  'platform.outbox': 'An import sends no e-mails and no SMS. Texts of sent ones are not exported.',
  'platform.person_tokens': 'Links in e-mails lead to the old server.',
  'platform.planned_writes': 'They belong to keys of assistants.',
  'platform.push_subscriptions': 'Devices register for notifications at their next sign-in.',
  'platform.resumable_upload_parts': 'Uploads that have not ended are not exported.',
  'platform.resumable_uploads': 'Uploads that have not ended are not exported.',
};

/** Tables whose rows come changed, and how. */
export const CHANGED: Readonly<Record<string, string>> = {
  'dispatch.tasks': 'Links to tracking pages are new, because the old ones are secret.',
  'platform.log_cursors': 'Readers of events begin at the end: nothing is sent again.',
  'platform.organizations': 'An address or domain that another organization has is replaced.',
  'platform.people': 'Passwords and second factors are not exported. People choose new ones by e-mail.',
};

/** Rows of these tables that are due already stay behind: they would be sent as soon as the organization opens. */
export const DUE: ReadonlySet<string> = new Set(['chat.reminders', 'chat.scheduled_messages']);

/** Sequences of numbers that the program itself takes: no column has them as its default. */
export const TAKEN_NUMBERS = [
  { table: 'chat.archived_messages', column: 'message_id', sequence: 'chat.message_ids' },
  { table: 'chat.messages', column: 'id', sequence: 'chat.message_ids' },
  { table: 'platform.log_heads', column: 'message_id', sequence: 'chat.message_ids' },
] as const;

/** Tables that are written before all others, in this order: what others write needs them. */
export const FIRST = ['platform.organizations', 'platform.log_heads'] as const;
