/** Columns with sealed values. A test looks for columns of bytes that are neither here nor digests. */

/** A table with sealed values, and its primary key with the types of that. */
export interface SealedTable {
  name: string;
  key: Readonly<Record<string, 'text' | 'bigint' | 'bytea'>>;
  columns: readonly string[];
}

const OF_USER = { organization_id: 'text', user_id: 'bigint' } as const;
const BY_TEXT = { organization_id: 'text', id: 'text' } as const;
const BY_NUMBER = { organization_id: 'text', id: 'bigint' } as const;

export const SEALED_TABLES: readonly SealedTable[] = [
  { name: 'platform.sealing_check', key: { id: 'text' }, columns: ['sealed'] },
  { name: 'platform.sealed_secrets', key: { organization_id: 'text', name: 'text' }, columns: ['sealed'] },
  { name: 'platform.people', key: BY_TEXT, columns: ['totp_secret'] },
  { name: 'platform.erasures', key: BY_TEXT, columns: ['sealed'] },
  { name: 'platform.outbox', key: BY_NUMBER, columns: ['sealed_reply_to', 'sealed_pin'] },
  {
    name: 'platform.push_subscriptions',
    key: { organization_id: 'text', credential_id: 'text', endpoint_hash: 'bytea' },
    columns: ['sealed'],
  },
  {
    name: 'platform.idempotent_answers',
    key: { organization_id: 'text', caller: 'text', key: 'text' },
    columns: ['body'],
  },
  { name: 'dispatch.task_pins', key: { organization_id: 'text', task_id: 'text' }, columns: ['sealed'] },
  { name: 'chat.client_devices', key: { ...OF_USER, id: 'bigint' }, columns: ['push_key', 'sealed_token'] },
  { name: 'chat.invitations', key: BY_NUMBER, columns: ['sealed_token'] },
  { name: 'chat.bot_services', key: OF_USER, columns: ['sealed_token'] },
  { name: 'chat.bot_webhook_secrets', key: OF_USER, columns: ['sealed_secret'] },
];
