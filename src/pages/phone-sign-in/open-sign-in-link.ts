import { findWorkerIdOf, workersById } from '../../dispatch/workers/access.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { loadPerson } from '../../platform/people/access.ts';
import { accessPersonToken } from '../../platform/people/tokens.ts';
import { alertOf, EMPTY, type Filled, input } from '../http/fields.ts';
import { line } from '../http/form.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageAnswer, type PageRequest, page } from '../http/page.ts';
import { setUpForm } from '../sign-in/challenged-form.ts';
import { entered } from '../sign-in/entered.ts';
import { signInByLink } from './sign-in-by-link.ts';

/** Page of a phone after sign-in. */
const DRIVER_APP = '/driver';

/**
 * Page for a worker's phone that scanned the link on a dispatcher's screen. It signs in when the button is pressed, so
 * that programs that show previews of links do not use it up.
 */
export const openSignInLink = page({
  path: '/in/:token',
  summary: "Sign a worker's phone in with a dispatcher's link",
  access: 'anyone',
  form: { code: line(100), setUp: line(1000) },
  show: (request) => question(request, EMPTY),
  async submit(request, { code, setUp }) {
    const { services, texts, address, origin, browser: label, opens, visitor } = request;
    const token = request.params.token!;
    const before = visitor?.session;
    const result = await signInByLink(services, {
      token,
      code: code || undefined,
      setUp: setUp || undefined,
      address,
      origin,
      label,
      before,
      opens,
    });
    if (result.state === 'signed in') return entered(request, result, DRIVER_APP);
    if (result.state === 'gone') return goneLink(texts, 'phone');
    if (result.state === 'set-up needed' || result.state === 'wrong set-up code')
      return setUpForm(request, result, html``, `/in/${encodeURIComponent(token)}`);
    const problems = { code: result.state === 'wrong code' ? texts.signIn.wrongCode : texts.fields.missing };
    return { ...(await question(request, { values: {}, problems })), status: 403 };
  },
});

async function question(request: PageRequest, filled: Filled): Promise<PageAnswer> {
  const { services, texts, now, opens, visitor } = request;
  const { phoneSignIn: words, signIn } = texts;
  const { reader } = services.database;
  const row = await accessPersonToken(reader, 'sign-in', request.params.token!, now);
  if (!row || !(await opens(row.organizationId))) return goneLink(texts, 'phone');
  const { organizationId, personId } = row;
  const workerId = await findWorkerIdOf(uncachedFacts(reader.of(organizationId)), personId);
  const worker =
    workerId === null ? undefined : (await workersById(reader.of(organizationId), [workerId])).get(workerId);
  if (!worker) return goneLink(texts, 'phone');
  if (visitor?.session.personId === personId) return { redirect: DRIVER_APP };
  const { name: organization } = (await findOrganization(reader, organizationId))!;
  const asksCode = (await loadPerson(reader, organizationId, personId))?.secondFactorAt;
  const body = html`<p class="lead" dir="auto">${words.lead({ worker: worker.name, organization })}</p>
${visitor && html`<p>${words.before}</p>`}
${alertOf(filled)}
<form method="post">
${asksCode && input(filled, { name: 'code', label: signIn.code, hint: signIn.codeHint, autocomplete: 'one-time-code', max: 100 })}
<div class="actions"><button>${words.button}</button></div>
</form>
<p class="aside">${words.aside}</p>`;
  return { title: words.title, organization, body };
}
