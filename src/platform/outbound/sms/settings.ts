import type { PlainReader } from '../../db/reader.ts';
import { sql } from '../../db/sql.ts';
import type { PlainTx } from '../../db/tx.ts';
import { localDay, type QuietHours } from './quiet-hours.ts';

/** SMS settings of an organization. */
export interface SmsSettings {
  /** Its own number; null: the one that all share. */
  number: string | null;
  quietHours: QuietHours | null;
  /** SMS in a day at most; null: as many as the server allows. */
  dailyLimit: number | null;
}

export async function findSmsSettings(reader: PlainReader, organizationId: string): Promise<SmsSettings> {
  const row = await reader.first(sql<SmsSettings>`
    select number, case when quiet_from is null then null
      else jsonb_build_object('from', quiet_from, 'to', quiet_to) end as "quietHours", daily_limit as "dailyLimit"
    from platform.sms_settings where organization_id = ${organizationId}`);
  return row ?? { number: null, quietHours: null, dailyLimit: null };
}

/** Keeps what an organization may say itself. Its number is the operator's to give. */
export async function upsertSmsSettings(
  tx: PlainTx,
  organizationId: string,
  { quietHours, dailyLimit }: Pick<SmsSettings, 'quietHours' | 'dailyLimit'>,
): Promise<void> {
  await tx.run(sql`
    insert into platform.sms_settings (organization_id, quiet_from, quiet_to, daily_limit)
    values (${organizationId}, ${quietHours?.from ?? null}, ${quietHours?.to ?? null}, ${dailyLimit})
    on conflict (organization_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
      daily_limit = excluded.daily_limit`);
}

/** Gives an organization a number of its own, or takes it away with null. */
export async function upsertSmsNumber(tx: PlainTx, organizationId: string, number: string | null): Promise<void> {
  await tx.run(sql`
    insert into platform.sms_settings (organization_id, number) values (${organizationId}, ${number})
    on conflict (organization_id) do update set number = excluded.number`);
}

/** SMS sent by an organization. */
export interface SmsDay {
  /** `YYYY-MM-DD` in its time zone. */
  day: string;
  messages: number;
  segments: number;
}

/** Returns the SMS sent today. */
export async function findSmsDay(
  reader: PlainReader,
  organizationId: string,
  timezone: string,
  now: Date,
): Promise<SmsDay> {
  const day = localDay(now, timezone);
  const row = await reader.first(sql<Omit<SmsDay, 'day'>>`
    select messages, segments from platform.sms_days where organization_id = ${organizationId} and day = ${day}`);
  return { day, ...(row ?? { messages: 0, segments: 0 }) };
}
