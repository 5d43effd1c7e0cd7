import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** The secret that a bot's webhooks are signed with, sealed; undefined when none is set. */
export async function loadSealedSecret(reader: Reader, userId: number): Promise<Buffer | undefined> {
  const row = await reader.first(sql<{ sealed: Buffer }>`
    select sealed_secret as sealed from chat.bot_webhook_secrets
    where organization_id = ${reader.organizationId} and user_id = ${userId}`);
  return row?.sealed;
}

/** @param sealed null: signatures are not asked for any more */
export async function saveSealedSecret(tx: Tx, userId: number, sealed: Buffer | null): Promise<void> {
  const { organizationId } = tx;

  if (sealed === null) {
    await tx.run(sql`
      delete from chat.bot_webhook_secrets where organization_id = ${organizationId} and user_id = ${userId}`);
    return;
  }
  await tx.run(sql`
    insert into chat.bot_webhook_secrets (organization_id, user_id, sealed_secret)
    values (${organizationId}, ${userId}, ${sealed})
    on conflict (organization_id, user_id) do update set sealed_secret = excluded.sealed_secret`);
}
