import { countOpenRunsBegunBy } from '../../platform/imports/access.ts';
import { doAwaitArchive } from '../../platform/imports/actions.ts';
import { doShutForImport } from '../../platform/organizations/importing.ts';
import { countOpenOrganizations } from '../../platform/organizations/organizations.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { firstRunState } from '../first-run/access.ts';
import { doFirstRun } from '../first-run/actions.ts';
import { checkFounding, type FoundingValues, foundingFields } from '../first-run/founding.ts';
import { foundingForm, guessedFounding } from '../first-run/founding-form.ts';
import { codeForm, over } from '../first-run/refusals.ts';
import { openPassword, sealPassword } from '../first-run/sealed-password.ts';
import { PageProblem } from '../http/error-pages.ts';
import type { Filled } from '../http/fields.ts';
import { verbatim } from '../http/form.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page, type View } from '../http/page.ts';
import { doFoundOrganization } from '../organizations/found-organization.ts';

/** Characters of a sealed password: it has up to 1,000, of three bytes each. */
const MAX_SEALED = 8000;
/** Imports that an organization's owner has begun and not ended: each takes room for an archive. */
const MAX_BEGUN = 3;

/** Page that begins to move a team in: it names the new organization, which stays shut until all of it has come. */
export const beginMoveIn = page({
  path: '/move-in',
  summary: 'Begin to move a team in from another chat',
  access: 'anyone',
  form: { ...foundingFields, kept: verbatim(MAX_SEALED) },
  async show(request) {
    const code = request.query.get('code') ?? '';
    const way = await wayIn(request, code);
    if ('title' in way) return way;
    const { visitor } = request;
    const values = guessedFounding(request, code);
    if (!visitor || code !== '') return form(request, { values, problems: {} });
    const name = visitor.accounts.chat?.fullName ?? '';
    const { email } = visitor.person;
    const { country, timezone } = visitor.organization;
    return form(request, { values: { ...values, country, timezone, name, email: email ?? '' }, problems: {} });
  },
  async submit(request, { kept: sealed, ...given }) {
    const { services, texts, now } = request;
    const values = { ...given, password: given.password || (openPassword(services, given.code, sealed) ?? '') };
    const way = await wayIn(request, values.code);
    if ('title' in way) return way;
    const { timezone, problems } = checkFounding(texts, values, now);
    if (Object.values(problems).some(Boolean)) {
      const whole = { ...problems, '': texts.errors.seeBelow };
      const retained = problems.password ? '' : sealPassword(services, values.code, values.password);
      return { ...form(request, { values, problems: whole }, retained), status: 400 };
    }
    const token = await foundShut(request, { ...values, timezone }, way.begunBy);
    if (token === 'over') return over(request);
    return token === 'wrong code'
      ? codeForm(request, values.code, '/move-in')
      : { redirect: `/move-in/${token.token}` };
  },
});

/** Says by whose right a team moves in; a view where it does not. */
async function wayIn(request: PageRequest, code: string): Promise<{ begunBy: string | undefined } | View> {
  const { visitor, services, texts } = request;
  const { reader } = services.database;
  if (code !== '' || !visitor) {
    const state = await firstRunState(reader, code, request.now);
    if (state === 'open') return { begunBy: undefined };
    return state === 'over' ? over(request) : codeForm(request, code, '/move-in');
  }
  if (!visitor.isOwner) throw new PageProblem(403, ({ errors }) => errors.notAllowed, 'no right');
  const { title, several, tooMany } = texts.moveIn;
  if (services.cells || (await countOpenOrganizations(reader)) !== 1)
    return { status: 403, title, body: html`<p>${several}</p><p><code>npm run hubbub -- import --help</code></p>` };
  const begunBy = visitor.organization.id;
  if ((await countOpenRunsBegunBy(reader, begunBy)) >= MAX_BEGUN)
    return { status: 409, title, body: html`<p>${tooMany}</p>` };
  return { begunBy };
}

/** Makes the organization, shut, and the import that waits for its archive. */
async function foundShut(
  { services, address, origin, language }: PageRequest,
  { code, organization: name, country, timezone, name: ownerName, email: ownerEmail, password }: FoundingValues,
  begunBy: string | undefined,
): Promise<{ token: string } | 'over' | 'wrong code'> {
  const ownerPasswordHash = await hashPassword(services, { organizationId: undefined, person: address }, password);
  const founding = { name, country, timezone, language, ownerName, ownerEmail, ownerPasswordHash };
  return services.database.transaction(
    async (tx) => {
      const founded =
        begunBy === undefined
          ? await doFirstRun(tx, services, code, founding)
          : await doFoundOrganization(tx, services, founding);
      if (typeof founded === 'string') return founded;
      const own = tx.of(founded.organizationId);
      await doShutForImport(own);
      return { token: await doAwaitArchive(own, { source: 'slack', ownerUserId: founded.userId, begunBy }) };
    },
    { origin },
  );
}

function form(request: PageRequest, filled: Filled, sealed?: string): View {
  const { title, lead, goOn, startEmpty, startEmptyLead } = request.texts.moveIn;
  const code = filled.values.code ?? '';
  const above = html`<p class="lead">${lead}</p>
${code !== '' && html`<p>${startEmptyLead} <a href="/setup?code=${encodeURIComponent(code)}">${startEmpty}</a></p>`}`;
  return foundingForm(request, filled, { action: '/move-in', title, lead: above, submit: goOn }, sealed);
}
