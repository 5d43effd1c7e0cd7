import type { Origin } from '../../platform/db/audit-entry.ts';
import { isEmailAddress, MAX_EMAIL } from '../../platform/people/email.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import type { Services } from '../../platform/services.ts';
import type { Problems } from '../http/fields.ts';
import { type FormValues, line } from '../http/form.ts';
import { passwordField, passwordSentence } from '../http/password-field.ts';
import { type SignInResult, signIn } from '../session/sign-in.ts';
import type { Texts } from '../texts/index.ts';
import type { FirstRunState } from './access.ts';
import { doFirstRun } from './actions.ts';
import { isCountry, isTimeZone, mainTimeZone } from './places.ts';

export const MAX_NAME = 100;

/** Fields for the first organization and its owner. */
export const foundingFields = {
  code: line(100),
  organization: line(MAX_NAME),
  country: line(2),
  timezone: line(100),
  name: line(MAX_NAME),
  email: line(MAX_EMAIL),
  password: passwordField,
};

export type FoundingValues = FormValues<typeof foundingFields>;

/** Returns the problems of the given values by field; and the time zone, which may follow from the country. */
export function checkFounding(
  texts: Texts,
  values: FoundingValues,
  now: Date,
): { timezone: string; problems: Problems } {
  const { setUp: words, fields } = texts;
  const main = isCountry(values.country) ? mainTimeZone(values.country, now) : 'UTC';
  const timezone = values.timezone || (main ?? '');
  return {
    timezone,
    problems: {
      organization: values.organization === '' ? fields.missing : undefined,
      country: isCountry(values.country) ? undefined : fields.missing,
      timezone: !isTimeZone(timezone) ? words.chooseTimezone : undefined,
      name: values.name === '' ? fields.missing : undefined,
      email: isEmailAddress(values.email) ? undefined : fields.wrongEmail,
      password: passwordSentence(values.password, [values.organization, values.name, values.email], texts),
    },
  };
}

/** Makes the first organization, by whichever door, and signs its owner in. */
export async function foundAndEnter(
  services: Services,
  { code, organization: name, country, name: ownerName, email: ownerEmail, password }: FoundingValues,
  {
    timezone,
    language,
    ...browser
  }: { timezone: string; language?: string; label: string; address: string; origin: Origin },
): Promise<SignInResult | { refused: Exclude<FirstRunState, 'open'> }> {
  const ownerPasswordHash = await hashPassword(
    services,
    { organizationId: undefined, person: browser.address },
    password,
  );
  const founding = { name, country, timezone, ...(language && { language }), ownerName, ownerEmail, ownerPasswordHash };
  const made = await services.database.transaction((tx) => doFirstRun(tx, services, code, founding), {
    origin: browser.origin,
  });
  if (typeof made === 'string') return { refused: made };
  return signIn(services, { emailOrPhone: ownerEmail, password, before: undefined, ...browser });
}
