import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** Null while the organization has none. */
export async function loadBotId(reader: Reader): Promise<number | null> {
  const row = await reader.first(sql<{ id: number | null }>`
    select notification_bot_id as id from chat.realms where organization_id = ${reader.organizationId}`);
  return row?.id ?? null;
}

export async function saveBotId(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`update chat.realms set notification_bot_id = ${id} where organization_id = ${tx.organizationId}`);
}

/** Whether an account has this address, in any case. */
export async function isTakenAddress(reader: Reader, email: string): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.users where organization_id = ${reader.organizationId} and lower(email) = lower(${email})`);
  return row !== undefined;
}
