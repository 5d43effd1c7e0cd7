import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { described } from '../../platform/http/described.ts';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import { findSmsDay, findSmsSettings } from '../../platform/outbound/sms/settings.ts';
import { Nullable } from '../http/validate.ts';
import { accessOrganization } from '../organization/access.ts';
import { findSettings } from './queries.ts';
import { KINDS } from './template.ts';

const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', [ERROR_TEXT]: 'must be HH:MM' });
/** In the organization's time zone. */
export const QuietHoursInput = Type.Object({
  from: described(Clock, "Start as HH:MM, in the organization's time zone."),
  to: described(Clock, "End as HH:MM, in the organization's time zone."),
});
export const TemplateInput = Type.Object({
  kind: Type.Enum(KINDS, { description: 'Event that the text is for.' }),
  language: Type.String({
    pattern: '^[a-z]{2}$',
    [ERROR_TEXT]: 'must be two letters',
    description: 'Language of the text, two letters.',
  }),
  text: Type.String({ minLength: 1, maxLength: 1000, description: 'Text of the SMS, with placeholders.' }),
});

/** An organization's notification settings, and the SMS it sent today. */
export const NotificationSettings = Type.Object({
  number: Nullable(Type.String(), { description: 'Number that SMS come from; null if there is none.' }),
  started: Type.Boolean({ description: 'True if an SMS is sent when the worker starts.' }),
  arriving: Type.Boolean({ description: 'True if an SMS is sent when the worker is near.' }),
  completed: Type.Boolean({ description: 'True if an SMS is sent after a success.' }),
  failed: Type.Boolean({ description: 'True if an SMS is sent after a failure.' }),
  delayed: Type.Boolean({ description: 'True if an SMS is sent when the task is late.' }),
  arrivingMeters: Type.Integer({ description: 'Metres from the destination at which the worker counts as near.' }),
  delayedSeconds: Type.Integer({ description: 'Seconds after which a task counts as late.' }),
  language: Type.String({ description: 'Language of SMS, two letters.' }),
  quietHours: Nullable(QuietHoursInput, { description: 'Hours in which no SMS is sent; null: none.' }),
  dailyLimit: Type.Integer({ description: 'SMS segments that may be sent in a day.' }),
  templates: Type.Array(TemplateInput, { description: 'Texts in place of the default ones.' }),
  today: Type.Object(
    {
      day: Type.String({ description: 'The day as YYYY-MM-DD.' }),
      messages: Type.Integer({ description: 'SMS sent on this day.' }),
      segments: Type.Integer({ description: 'Segments of these SMS, which providers charge for.' }),
    },
    { description: 'What was sent today.' },
  ),
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
