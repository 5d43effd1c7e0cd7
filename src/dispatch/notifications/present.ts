import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import { findSmsDay, findSmsSettings } from '../../platform/outbound/sms/settings.ts';
import { Nullable } from '../http/validate.ts';
import { accessOrganization } from '../organization/access.ts';
import { findSettings } from './queries.ts';
import { KINDS } from './template.ts';

const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', [ERROR_TEXT]: 'must be HH:MM' });
/** In the organization's time zone. */
export const QuietHoursInput = Type.Object({ from: Clock, to: Clock });
export const TemplateInput = Type.Object({
  kind: Type.Enum(KINDS),
  language: Type.String({ pattern: '^[a-z]{2}$', [ERROR_TEXT]: 'must be two letters' }),
  text: Type.String({ minLength: 1, maxLength: 1000 }),
});

/** An organization's notification settings, and the SMS it sent today. */
export const NotificationSettings = Type.Object({
  number: Nullable(Type.String()),
  started: Type.Boolean(),
  arriving: Type.Boolean(),
  completed: Type.Boolean(),
  failed: Type.Boolean(),
  delayed: Type.Boolean(),
  arrivingMeters: Type.Integer(),
  delayedSeconds: Type.Integer(),
  language: Type.String(),
  quietHours: Nullable(QuietHoursInput),
  dailyLimit: Type.Integer(),
  templates: Type.Array(TemplateInput),
  today: Type.Object({ day: Type.String(), messages: Type.Integer(), segments: Type.Integer() }),
});

/**
 * @param server the number that organizations share, and the most SMS of a day
 */
export async function presentSettings(
  reader: Reader,
  server: { smsFrom: string | undefined; smsPerDay: number },
  now: Date,
): Promise<Static<typeof NotificationSettings>> {
  const { organizationId } = reader;

  const { language, ...settings } = await findSettings(reader);
  const organization = await accessOrganization(reader);
  const { number, quietHours, dailyLimit } = await findSmsSettings(reader, organizationId);
  return {
    ...settings,
    language: language ?? organization.language,
    number: number ?? server.smsFrom ?? null,
    quietHours: quietHours && { from: clockOf(quietHours.from), to: clockOf(quietHours.to) },
    dailyLimit: Math.min(dailyLimit ?? server.smsPerDay, server.smsPerDay),
    today: await findSmsDay(reader, organizationId, organization.timezone, now),
  };
}

const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Minutes of the day. */
export function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours! * 60 + minutes!;
}
