import { isEmailAddress, MAX_EMAIL } from '../../platform/people/email.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { alertOf, type Filled, input, type Problems, select } from '../http/fields.ts';
import { type FormValues, line } from '../http/form.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { newPasswordInput, passwordField, passwordSentence } from '../http/password-field.ts';
import { signIn } from '../session/sign-in.ts';
import { firstRunState } from './access.ts';
import { doFirstRun } from './actions.ts';
import {
  countryOfLanguages,
  countryOptions,
  isCountry,
  isTimeZone,
  ownTimeZone,
  timeZoneOptions,
  timeZonesOf,
} from './places.ts';

const MAX_NAME = 100;

const form = {
  code: line(100),
  organization: line(MAX_NAME),
  country: line(2),
  timezone: line(100),
  name: line(MAX_NAME),
  email: line(MAX_EMAIL),
  password: passwordField,
};

/** Where the first organization and its owner are made, by who has the code from the operator's terminal. */
export const setUp = page({
  path: '/setup',
  summary: 'Make the first organization',
  access: 'anyone',
  form,
  async show(request) {
    const code = request.query.get('code') ?? '';
    const state = await firstRunState(request.services.database.reader, code, request.now);
    if (state === 'open') return foundingForm(request, { values: guessed(request, code), problems: {} });
    return state === 'over' ? over(request) : codeForm(request, code);
  },
  async submit(request, values) {
    const { services, texts, now } = request;
    const state = await firstRunState(services.database.reader, values.code, now);
    if (state === 'over') return over(request);
    if (state === 'wrong code') return codeForm(request, values.code);
    const { timezone, problems } = check(request, values);
    if (Object.values(problems).some(Boolean)) {
      const whole = { ...problems, '': texts.errors.seeBelow };
      return { ...foundingForm(request, { values, problems: whole }), status: 400 };
    }
    const ownerPasswordHash = await hashPassword(services, values.password);
    const { organization: name, country, name: ownerName, email: ownerEmail } = values;
    const founding = { name, country, timezone, ownerName, ownerEmail, ownerPasswordHash };
    const made = await services.database.transaction((tx) => doFirstRun(tx, services, values.code, founding));
    if (made === 'over') return over(request);
    if (made === 'wrong code') return codeForm(request, values.code);
    const { address, browser: label } = request;
    const entered = await signIn(services, { emailOrPhone: ownerEmail, password: values.password, label, address });
    return entered.state === 'signed in'
      ? { redirect: '/welcome/uses', setCookie: entered.setCookie }
      : { redirect: '/sign-in' };
  },
});

function guessed({ acceptLanguage }: PageRequest, code: string): Filled['values'] {
  return { code, country: countryOfLanguages(acceptLanguage), timezone: ownTimeZone() };
}

function check({ texts }: PageRequest, values: FormValues<typeof form>): { timezone: string; problems: Problems } {
  const { setUp: words, fields } = texts;
  const [only, ...others] = isCountry(values.country) ? timeZonesOf(values.country) : [];
  const isAmbiguous = values.timezone === '' && others.length > 0;
  const timezone = values.timezone || (only ?? 'UTC');
  return {
    timezone,
    problems: {
      organization: values.organization === '' ? fields.missing : undefined,
      country: isCountry(values.country) ? undefined : fields.missing,
      timezone: isAmbiguous || !isTimeZone(timezone) ? words.chooseTimezone : undefined,
      name: values.name === '' ? fields.missing : undefined,
      email: isEmailAddress(values.email) ? undefined : fields.wrongEmail,
      password: passwordSentence(values.password, texts),
    },
  };
}

function over({ texts: { setUp: words } }: PageRequest): View {
  const body = html`<p>${words.over}</p><div class="actions"><a class="button" href="/">${words.toStart}</a></div>`;
  return { status: 404, title: words.overTitle, body };
}

function codeForm({ texts: { setUp: words } }: PageRequest, code: string): View {
  const problems = code === '' ? {} : { code: words.wrongCode };
  const body = html`<p>${words.codeLead}</p>
<p><code>npm run hubbub -- first-run</code></p>
<form action="/setup">
${input({ values: { code }, problems }, { name: 'code', label: words.code, autocomplete: 'one-time-code', max: 100, autofocus: true })}
<div class="actions"><button>${words.go}</button></div>
</form>`;
  return { status: 403, title: words.codeTitle, body };
}

function foundingForm({ texts, language }: PageRequest, filled: Filled): View {
  const { setUp: words, fields } = texts;
  const countries: [string, string][] = [['', words.chooseCountry], ...countryOptions(language)];
  const body = html`<p class="lead">${words.lead}</p>
${alertOf(filled)}
<form method="post" action="/setup">
<input type="hidden" name="code" value="${filled.values.code}">
<h2>${words.organizationPart}</h2>
${input(filled, { name: 'organization', label: words.organization, hint: words.organizationHint, autocomplete: 'organization', max: MAX_NAME, autofocus: true })}
<div class="two">
${select(filled, { name: 'country', label: words.country, autocomplete: 'country', options: countries })}
${select(filled, { name: 'timezone', label: words.timezone, options: timeZoneOptions(words.timezoneOfCountry) })}
</div>
<h2>${words.ownerPart}</h2>
${input(filled, { name: 'name', label: fields.yourName, autocomplete: 'name', max: MAX_NAME })}
${input(filled, { name: 'email', label: fields.email, type: 'email', autocomplete: 'username', max: MAX_EMAIL })}
${newPasswordInput(filled, texts)}
<div class="actions"><button>${words.create}</button></div>
</form>`;
  return { title: words.title, body };
}
