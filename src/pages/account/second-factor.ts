import type { PlainTx } from '../../platform/db/tx.ts';
import { loadPerson, lockPerson } from '../../platform/people/access.ts';
import { isDemandedOfAny } from '../../platform/people/demanded-factor.ts';
import { checkPassword } from '../../platform/people/passwords.ts';
import {
  doBeginSecondFactor,
  doConfirmSecondFactor,
  doEndSecondFactor,
  doReplaceSecondFactor,
  type SecondFactorSecret,
} from '../../platform/people/second-factor.ts';
import { EMPTY, type Filled, input } from '../http/fields.ts';
import { line, verbatim } from '../http/form.ts';
import { type Html, html } from '../http/html.ts';
import { page, type View, type VisitorRequest } from '../http/page.ts';
import { ownPasswordInput } from '../http/password-field.ts';
import { type FactorSetUp, factorSetUpOf, shownSecret } from '../session/factor-set-up.ts';
import { recoveryCodes, secretToScan } from './factor-parts.ts';

/**
 * Page that turns the second factor on (by an authenticator app) and off again; if the organization requires it,
 * another app replaces the current one. All actions need the password: otherwise anybody at an open browser could lock
 * its owner out for ever.
 */
export const secondFactor = page({
  path: '/account/second-factor',
  summary: 'Turn the second factor on or off',
  access: 'signed in',
  form: { step: line(10), code: line(100), setUp: line(1000), password: verbatim(1000) },
  async show(request) {
    return request.visitor.person.secondFactorAt ? onView(request, EMPTY) : offView(request, EMPTY);
  },
  async submit(request, { step, code, setUp, password }) {
    if (step === 'confirm') return confirm(request, code, setUp);
    const checked = await checkedHash(request, password);
    const shown = checked !== undefined && (await changeOf(step)(request, checked));
    if (shown) return shown;
    const problems = { password: request.texts.passwordChange.wrongOld };
    const view = step === 'begin' ? offView : onView;
    return { ...(await view(request, { values: {}, problems })), status: 400 };
  },
});

/** The hash that a password was found right by; undefined: it is wrong. */
async function checkedHash(
  { services, visitor, address }: VisitorRequest,
  password: string,
): Promise<string | undefined> {
  const { organizationId, id } = visitor.person;
  const wasRight = await services.guesses.begin({ api: 'session', account: `${organizationId}/${id}`, address });
  const person = await loadPerson(services.database.reader, organizationId, id);
  if (!(await checkPassword(services, { organizationId, person: id }, password, person?.passwordHash ?? null)))
    return undefined;
  await wasRight();
  return person!.passwordHash!;
}

/** Does what takes the password, unless another one was set while it waited to be checked; tells whether it did. */
async function whileSame(
  { services, origin, visitor: { person } }: VisitorRequest,
  hash: string,
  change: (tx: PlainTx) => Promise<unknown>,
): Promise<boolean> {
  return services.database.transaction(
    async (tx) => {
      // The organization's requirement cannot change before the commit.
      await tx.position(person.organizationId);
      const now = await lockPerson(tx, person.organizationId, person.id);
      if (now?.passwordHash !== hash) return false;
      await change(tx);
      return true;
    },
    { origin },
  );
}

async function begin(request: VisitorRequest, hash: string): Promise<View | undefined> {
  const { services, visitor } = request;
  const { person, organization } = visitor;
  const names = { issuer: organization.name, label: person.email ?? person.phone ?? '' };
  let secret: SecondFactorSecret | undefined;
  const isDone = await whileSame(request, hash, async (tx) => {
    secret = await doBeginSecondFactor(tx, services, person, names);
  });
  if (!isDone) return undefined;
  return secret ? scanView(request, await factorSetUpOf(services, person, secret.secret)) : onView(request, EMPTY);
}

/** Shows another secret, which takes the place of the one that is on with its first code. */
async function renew(request: VisitorRequest, hash: string): Promise<View | undefined> {
  const { services, visitor } = request;
  if (!(await whileSame(request, hash, async () => undefined))) return undefined;
  return scanView(request, await factorSetUpOf(services, visitor.person));
}

/**
 * Turns the factor on, or replaces the one that is on. After a wrong code the picture stays: whoever scanned wrongly scans
 * again.
 * @param setUp the secret as it was shown, sealed: who brings it has given the password
 */
async function confirm(request: VisitorRequest, code: string, setUp: string): Promise<View> {
  const { services, visitor, texts, address, origin } = request;
  const { person } = visitor;
  const account = `code of ${person.organizationId}/${person.id}`;
  const wasRight = await services.guesses.begin({ api: 'session', account, address });
  const shown = shownSecret(services, person, setUp);
  const codes = await services.database.transaction(
    async (tx) => {
      if (shown === undefined) return undefined;
      const save = person.secondFactorAt ? doReplaceSecondFactor : doConfirmSecondFactor;
      return save(tx, services, person, code, shown);
    },
    { origin },
  );
  if (!codes) {
    if (shown === undefined) return person.secondFactorAt ? onView(request, EMPTY) : offView(request, EMPTY);
    const problems = { code: texts.secondFactor.wrongCode };
    return { ...(await scanView(request, await factorSetUpOf(services, person, shown), problems)), status: 400 };
  }
  await wasRight();
  return { title: texts.secondFactor.onTitle, body: recoveryCodes(texts, codes, '/account') };
}

async function end(request: VisitorRequest, hash: string): Promise<View | undefined> {
  const { person } = request.visitor;
  let isDemanded = false;
  const isDone = await whileSame(request, hash, async (tx) => {
    isDemanded = await isDemandedOfAny(tx, person.organizationId, [person.id]);
    if (!isDemanded) await doEndSecondFactor(tx, person);
  });
  if (!isDone) return undefined;
  return isDemanded ? { ...(await onView(request, EMPTY)), status: 409 } : offView(request, EMPTY);
}

function changeOf(step: string) {
  if (step === 'begin') return begin;
  return step === 'renew' ? renew : end;
}

function offView({ texts }: VisitorRequest, filled: Filled): View {
  const { secondFactor: words, fields } = texts;
  const body = html`<p>${words.offLead}</p>
<form method="post">
<input type="hidden" name="step" value="begin">
${ownPasswordInput(filled, texts)}
<div class="actions"><button>${words.turnOn}</button><a href="/account">${fields.back}</a></div>
</form>`;
  return { title: words.title, body };
}

async function scanView(
  request: VisitorRequest,
  secret: FactorSetUp,
  problems: Filled['problems'] = {},
): Promise<View> {
  const { texts } = request;
  const body = html`<p>${texts.secondFactor.scanLead}</p>
${await secretToScan(texts, secret)}
${codeForm(request, { values: { setUp: secret.setUp }, problems })}`;
  return { title: texts.secondFactor.title, body };
}

function codeForm({ texts: { secondFactor: words, fields } }: VisitorRequest, filled: Filled): Html {
  return html`<form method="post">
<input type="hidden" name="step" value="confirm">
<input type="hidden" name="setUp" value="${filled.values.setUp}">
${input(filled, { name: 'code', label: words.code, autocomplete: 'one-time-code', inputmode: 'numeric', max: 100 })}
<div class="actions"><button>${words.confirm}</button><a href="/account/second-factor">${fields.back}</a></div>
</form>`;
}

async function onView({ services, texts, visitor: { person } }: VisitorRequest, filled: Filled): Promise<View> {
  const { secondFactor: words } = texts;
  const isDemanded = await isDemandedOfAny(services.database.reader, person.organizationId, [person.id]);
  const body = html`<p>${isDemanded ? words.demanded : words.onLead}</p>
<form method="post">
<input type="hidden" name="step" value="${isDemanded ? 'renew' : 'end'}">
${ownPasswordInput(filled, texts)}
<div class="actions"><button class="second">${isDemanded ? words.renew : words.turnOff}</button><a href="/account">${texts.fields.back}</a></div>
</form>`;
  return { title: words.onTitle, body };
}
