import { MAX_EMAIL } from '../../platform/people/email.ts';
import { alertOf, type Filled, input, select } from '../http/fields.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { newPasswordInput } from '../http/password-field.ts';
import { firstRunState } from './access.ts';
import { checkFounding, foundAndEnter, foundingFields, MAX_NAME } from './founding.ts';
import { countryOfLanguages, countryOptions, ownTimeZone, timeZoneOptions } from './places.ts';

/** Where the first organization and its owner are made, by who has the code from the operator's terminal. */
export const setUp = page({
  path: '/setup',
  summary: 'Make the first organization',
  access: 'anyone',
  form: foundingFields,
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
    const { timezone, problems } = checkFounding(texts, values);
    if (Object.values(problems).some(Boolean)) {
      const whole = { ...problems, '': texts.errors.seeBelow };
      return { ...foundingForm(request, { values, problems: whole }), status: 400 };
    }
    const { address, origin, browser: label } = request;
    const entered = await foundAndEnter(services, values, { timezone, address, origin, label });
    if ('refused' in entered) return entered.refused === 'over' ? over(request) : codeForm(request, values.code);
    return entered.state === 'signed in'
      ? { redirect: '/welcome/uses', setCookie: entered.setCookie }
      : { redirect: '/sign-in' };
  },
});

function guessed({ acceptLanguage }: PageRequest, code: string): Filled['values'] {
  return { code, country: countryOfLanguages(acceptLanguage), timezone: ownTimeZone() };
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
