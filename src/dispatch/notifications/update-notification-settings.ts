import { type Static, Type } from 'typebox';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import { described } from '../../platform/http/described.ts';
import { findSmsSettings, upsertSmsSettings } from '../../platform/outbound/sms/settings.ts';
import { invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { SmsLanguage } from '../recipients/input.ts';
import { doSaveSettings } from './actions.ts';
import { minutesOf, NotificationSettings, presentSettings, QuietHoursInput, TemplateInput } from './present.ts';
import { findSettings } from './queries.ts';
import { templateProblem } from './template.ts';

const flag = Type.Optional(Type.Boolean());
const body = Type.Object({
  started: described(flag, 'True sends an SMS when the worker starts.'),
  arriving: described(flag, 'True sends an SMS when the worker is near.'),
  completed: described(flag, 'True sends an SMS after a success.'),
  failed: described(flag, 'True sends an SMS after a failure.'),
  delayed: described(flag, 'True sends an SMS when the task is late.'),
  arrivingMeters: Type.Optional(
    Type.Integer({
      minimum: 50,
      maximum: 50_000,
      description: 'Metres from the destination at which the worker counts as near.',
    }),
  ),
  delayedSeconds: Type.Optional(
    Type.Integer({ minimum: 60, maximum: 86_400, description: 'Seconds after which a task counts as late.' }),
  ),
  language: Type.Optional(SmsLanguage),
  quietHours: Type.Optional(Nullable(QuietHoursInput, { description: 'Hours in which no SMS is sent; null: none.' })),
  dailyLimit: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 100_000_000 }), {
      description: "SMS segments that may be sent in a day, at most the server's limit; null: the server's limit.",
    }),
  ),
  templates: Type.Optional(
    Type.Array(TemplateInput, {
      maxItems: 200,
      description: 'Texts in place of the default ones. The list replaces all of them.',
    }),
  ),
});

export const updateDispatchNotificationSettings = dispatchOperation({
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Change the given settings of SMS to recipients and workers',
  access: 'apiKey',
  body,
  answer: NotificationSettings,
  async write({ tx, caller, services, now }, { body: given }) {
    check(given);
    const { organizationId } = caller;
    const { quietHours, dailyLimit, ...own } = given;
    // The log's lock keeps two concurrent updates from overwriting each other.
    await tx.position();
    const sms = await findSmsSettings(tx, organizationId);
    const changedSms = {
      quietHours:
        quietHours === undefined
          ? sms.quietHours
          : quietHours && { from: minutesOf(quietHours.from), to: minutesOf(quietHours.to) },
      dailyLimit: dailyLimit === undefined ? sms.dailyLimit : dailyLimit,
    };
    await upsertSmsSettings(tx, organizationId, changedSms);
    const known = await findSettings(tx);
    const names = Object.keys(known) as (keyof typeof known)[];
    const changed = Object.fromEntries(
      names.filter((name) => own[name] !== undefined).map((name) => [name, own[name]]),
    );
    await doSaveSettings(tx, { ...known, ...changed });
    const details = {
      ...changesBetween<typeof known>(known, { ...known, ...changed }, names),
      ...changesBetween<typeof changedSms>(sms, changedSms, ['quietHours', 'dailyLimit']),
    };
    if (Object.keys(details).length > 0)
      tx.audit({ organizationId, action: 'organization.notifications_changed', details });
    return presentSettings(tx, services.config, now);
  },
});

/** @throws {DispatchError} 1000 for a text with unknown words, two for the same, or quiet hours that never begin */
function check({ templates = [], quietHours }: Static<typeof body>): void {
  if (quietHours && quietHours.from === quietHours.to)
    throw invalidValue('quietHours must not begin and end at the same time.');
  const seen = new Set<string>();
  for (const template of templates) {
    const problem = templateProblem(template);
    if (problem) throw invalidValue(problem);
    const key = `${template.kind} ${template.language}`;
    if (seen.has(key))
      throw invalidValue(`templates must not have two texts of kind ${template.kind} in ${template.language}.`);
    seen.add(key);
  }
}
