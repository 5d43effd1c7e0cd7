import type { Filled } from '../http/fields.ts';
import { verbatim } from '../http/form.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { firstRunState } from './access.ts';
import { checkFounding, foundAndEnter, foundingFields } from './founding.ts';
import { foundingForm, guessedFounding } from './founding-form.ts';
import { codeForm, over } from './refusals.ts';
import { openPassword, sealPassword } from './sealed-password.ts';

/** Characters of a sealed password: it has up to 1,000, of three bytes each. */
const MAX_SEALED = 8000;

/** Page that creates the first organization and its owner, for anybody with the code from the operator's terminal. */
export const setUp = page({
  path: '/setup',
  summary: 'Create the first organization',
  access: 'anyone',
  form: { ...foundingFields, kept: verbatim(MAX_SEALED) },
  async show(request) {
    const code = request.query.get('code') ?? '';
    const state = await firstRunState(request.services.database.reader, code, request.now);
    if (state === 'open') return emptyStart(request, { values: guessedFounding(request, code), problems: {} });
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
      return { ...emptyStart(request, { values, problems: whole }, sealed), status: 400 };
    }
    const { address, origin, browser: label, language } = request;
    const entered = await foundAndEnter(services, values, { timezone, language, address, origin, label });
    if ('refused' in entered) return entered.refused === 'over' ? over(request) : codeForm(request, values.code);
    return entered.state === 'signed in'
      ? { redirect: '/welcome/uses', setCookie: entered.setCookie }
      : { redirect: '/sign-in' };
  },
});

/** The form, with the way to move in beside it. */
function emptyStart(request: PageRequest, filled: Filled, sealed?: string): View {
  const { setUp: words } = request.texts;
  const code = encodeURIComponent(filled.values.code ?? '');
  const lead = html`<p class="lead">${words.lead}</p>
<p>${words.moveInLead} <a href="/move-in?code=${code}">${words.moveIn}</a></p>`;
  return foundingForm(request, filled, { action: '/setup', title: words.title, lead, submit: words.create }, sealed);
}
