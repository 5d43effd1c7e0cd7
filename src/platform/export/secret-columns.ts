import type { Table } from '../db/tables.ts';

/**
 * Texts that open something, by their tables: never written out, as no column of bytes is (digests and sealed secrets). A test
 * looks for columns of such names that are not here.
 */
export const SECRET_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  // The address of a mailbox: whoever writes to it speaks in the channel.
  'chat.channel_mail_addresses': ['token'],
  // Both address somebody's device.
  'chat.client_devices': ['bouncer_public_key', 'encrypted_registration', 'token_id'],
  'chat.push_tokens': ['token'],
  // Receivers are often known by a secret in their path alone.
  'chat.bot_services': ['base_url'],
  'dispatch.webhooks': ['url'],
  'dispatch.webhook_deliveries': ['body'],
  // Opens the tracking page.
  'dispatch.tasks': ['tracking_token'],
  // An SMS may tell a driver's first password, and mail has links that open something and what others have written.
  'platform.outbox': ['body', 'unsubscribe_url'],
  'platform.people': ['password_hash'],
};

/** Columns of a table that are never written out. */
export const leftOutOf = ({ name, columns }: Table): string[] => [
  ...columns.filter(({ type }) => type === 'bytea' || type === 'bytea[]').map((column) => column.name),
  ...(SECRET_COLUMNS[name] ?? []),
];
