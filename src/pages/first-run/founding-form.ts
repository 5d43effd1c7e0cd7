import { MAX_EMAIL } from '../../platform/people/email.ts';
import { alertOf, type Filled, input, select } from '../http/fields.ts';
import { type Html, html } from '../http/html.ts';
import type { PageRequest, View } from '../http/page.ts';
import { pageScript } from '../http/page-script.ts';
import { newPasswordInput } from '../http/password-field.ts';
import { MAX_NAME } from './founding.ts';
import { countryOfLanguages, countryOptions, ownTimeZone, timeZoneOptions } from './places.ts';

export const timeZoneScript = pageScript('set-up/guess-time-zone.js');

/** Returns the first values of a form: the place as the browser and this machine have it. */
export function guessedFounding({ acceptLanguage }: PageRequest, code: string): Filled['values'] {
  return { code, country: countryOfLanguages(acceptLanguage), timezone: ownTimeZone() };
}

/** Words and places in which forms for a new organization differ. */
export interface FoundingFormParts {
  action: string;
  title: string;
  lead: Html;
  submit: string;
}

/** Returns the form for a new organization and its owner. @param sealed a password that was right, sealed */
export function foundingForm(
  { texts, language }: PageRequest,
  filled: Filled,
  { action, title, lead, submit }: FoundingFormParts,
  sealed = '',
): View {
  const { setUp: words, fields } = texts;
  const countries: [string, string][] = [['', words.chooseCountry], ...countryOptions(language)];
  const body = html`${lead}
${alertOf(filled)}
<form method="post" action="${action}">
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
<div class="actions"><button>${submit}</button></div>
</form>`;
  // A choice that came back with an error is not guessed over.
  return { title, body, ...(filled.values.timezone === undefined && { script: timeZoneScript.path }) };
}
