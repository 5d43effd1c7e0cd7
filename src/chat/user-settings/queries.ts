import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { UserSettings } from '../settings/user-settings.ts';

export async function saveDefaults(tx: Tx, changes: Partial<UserSettings>): Promise<void> {
  await tx.run(sql`
    update chat.realms set user_settings_defaults = user_settings_defaults || ${JSON.stringify(changes)}::jsonb
    where organization_id = ${tx.organizationId}`);
}

export async function saveSettings(
  tx: Tx,
  userId: number,
  { email_address_visibility: visibility, ...settings }: Partial<UserSettings>,
): Promise<void> {
  await tx.run(sql`
    update chat.users set settings = settings || ${JSON.stringify(settings)}::jsonb,
      email_address_visibility = coalesce(${visibility ?? null}::smallint, email_address_visibility)
    where organization_id = ${tx.organizationId} and id = ${userId}`);
}

export async function saveLanguage(tx: Tx, userId: number, language: string): Promise<void> {
  await tx.run(sql`
    update chat.users set settings = settings || jsonb_build_object('default_language', ${language}::text)
    where organization_id = ${tx.organizationId} and id = ${userId}`);
}
