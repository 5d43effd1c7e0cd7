import { MAX_EMAIL } from '../../platform/people/email.ts';
import { alertOf, type Filled, input, select } from '../http/fields.ts';
import { verbatim } from '../http/form.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { pageScript } from '../http/page-script.ts';
import { newPasswordInput } from '../http/password-field.ts';
import { firstRunState } from './access.ts';
import { checkFounding, foundAndEnter, foundingFields, MAX_NAME } from './founding.ts';
import { countryOfLanguages, countryOptions, ownTimeZone, timeZoneOptions } from './places.ts';
import { openPassword, sealPassword } from './sealed-password.ts';

/** Characters of a sealed password: it has up to 1,000, of three bytes each. */
const MAX_SEALED = 8000;

export const timeZoneScript = pageScript('set-up/guess-time-zone.js');

/** Page that creates the first organization and its owner, for anybody with the code from the operator's terminal. */
export const setUp = page({
  path: '/setup',
  summary: 'Create the first organization',
  access: 'anyone',
  form: { ...foundingFields, kept: verbatim(MAX_SEALED) },
  async show(request) {
    const code = request.query.get('code') ?? '';
    const state = await firstRunState(request.services.database.reader, code, request.now);
    if (state === 'open') return foundingForm(request, { values: guessed(request, code), problems: {} });
    return state === 'over' ? over(request) : codeForm(request, code);
  },
  async submit(request, { kept: sealed, ...given }) {
    const { services, texts, now } = request;
    const values = { ...given, password: given.password || (openPassword(services, given.code, sealed) ?? '') };
    const state = await firstRunState(services.database.reader, values.code, now);
    if (state === 'over') return over(request);
    if (state === 'wrong code') return codeForm(request, values.code);
    const { timezone, problems } = checkFounding(texts, values, now);
    if (Object.values(problems).some(Boolean)) {
      const whole = { ...problems, '': texts.errors.seeBelow };
      const sealed = problems.password ? '' : sealPassword(services, values.code, values.password);
      return { ...foundingForm(request, { values, problems: whole }, sealed), status: 400 };
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

/** @param sealed a password that was right, sealed */
function foundingForm({ texts, language }: PageRequest, filled: Filled, sealed = ''): View {
  const { setUp: words, fields } = texts;
  const countries: [string, string][] = [['', words.chooseCountry], ...countryOptions(language)];
  const body = html`<p class="lead">${words.lead}</p>
${alertOf(filled)}
<form method="post" action="/setup">
<input type="hidden" name="code" value="${filled.values.code}">
${sealed !== '' && html`<input type="hidden" name="kept" value="${sealed}">`}
<h2>${words.organizationPart}</h2>
${input(filled, { name: 'organization', label: words.organization, hint: words.organizationHint, autocomplete: 'organization', max: MAX_NAME, autofocus: true })}
<div class="two">
${select(filled, { name: 'country', label: words.country, autocomplete: 'country', options: countries })}
${select(filled, { name: 'timezone', label: words.timezone, options: timeZoneOptions(words.timezoneOfCountry) })}
</div>
<h2>${words.ownerPart}</h2>
${input(filled, { name: 'name', label: fields.yourName, autocomplete: 'name', max: MAX_NAME })}
${input(filled, { name: 'email', label: fields.email, type: 'email', autocomplete: 'username', max: MAX_EMAIL })}
${newPasswordInput(filled, texts, { isChosen: sealed !== '' })}
<div class="actions"><button>${words.create}</button></div>
</form>`;
  // A choice that came back with an error is not guessed over.
  return { title: words.title, body, ...(filled.values.timezone === undefined && { script: timeZoneScript.path }) };
}
