import { toString as qrCode } from 'qrcode';
import type { Tx } from '../../platform/db/tx.ts';
import { loadPerson, lockPerson } from '../../platform/people/access.ts';
import { checkPassword } from '../../platform/people/passwords.ts';
import {
  doBeginSecondFactor,
  doConfirmSecondFactor,
  doEndSecondFactor,
  type SecondFactorSecret,
} from '../../platform/people/second-factor.ts';
import { EMPTY, type Filled, input } from '../http/fields.ts';
import { line, verbatim } from '../http/form.ts';
import { Html, html } from '../http/html.ts';
import { page, type View, type VisitorRequest } from '../http/page.ts';

/**
 * Where somebody turns the second factor on, by an app that shows codes, and off again. Both take the password: whoever
 * finds a browser open could lock its owner out for ever.
 */
export const secondFactor = page({
  path: '/account/second-factor',
  summary: 'Turn the second factor on or off',
  access: 'signed in',
  form: { step: line(10), code: line(100), password: verbatim(1000) },
  async show(request) {
    return request.visitor.person.secondFactorAt ? onView(request, EMPTY) : offView(request, EMPTY);
  },
  async submit(request, { step, code, password }) {
    if (step === 'confirm') return confirm(request, code);
    const checked = await checkedHash(request, password);
    const shown = checked !== undefined && (await (step === 'begin' ? begin : end)(request, checked));
    if (shown) return shown;
    const problems = { password: request.texts.passwordChange.wrongOld };
    const view = step === 'begin' ? offView : onView;
    return { ...view(request, { values: {}, problems }), status: 400 };
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
  if (!(await checkPassword(services, password, person?.passwordHash ?? null))) return undefined;
  await wasRight();
  return person!.passwordHash!;
}

/** Does what takes the password, unless another one was set while it waited to be checked; tells whether it did. */
async function whileSame(
  { services, origin, visitor: { person } }: VisitorRequest,
  hash: string,
  act: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  return services.database.transaction(
    async (tx) => {
      const now = await lockPerson(tx, person.organizationId, person.id);
      if (now?.passwordHash !== hash) return false;
      await act(tx);
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
  return secret ? scanView(request, secret) : onView(request, EMPTY);
}

/** After a wrong code the app's next one is asked for; the secret is not shown again. */
async function confirm(request: VisitorRequest, code: string): Promise<View> {
  const { services, visitor, texts, address, origin } = request;
  const { person } = visitor;
  const account = `code of ${person.organizationId}/${person.id}`;
  const wasRight = await services.guesses.begin({ api: 'session', account, address });
  const codes = await services.database.transaction((tx) => doConfirmSecondFactor(tx, services, person, code), {
    origin,
  });
  if (!codes) {
    const problems = { code: texts.secondFactor.wrongCode };
    return { title: texts.secondFactor.title, body: codeForm(request, { values: {}, problems }), status: 400 };
  }
  await wasRight();
  const { onTitle, recoveryLead } = texts.secondFactor;
  const body = html`<p class="done" role="status">${texts.secondFactor.isOn}</p>
<p>${recoveryLead}</p>
<ul class="codes" dir="ltr">${codes.map((each) => html`<li><code>${each}</code></li>`)}</ul>
<div class="actions"><a class="button" href="/account">${texts.secondFactor.kept}</a></div>`;
  return { title: onTitle, body };
}

async function end(request: VisitorRequest, hash: string): Promise<View | undefined> {
  const isDone = await whileSame(request, hash, (tx) => doEndSecondFactor(tx, request.visitor.person));
  return isDone ? offView(request, EMPTY) : undefined;
}

function offView({ texts: { secondFactor: words, password, fields } }: VisitorRequest, filled: Filled): View {
  const body = html`<p>${words.offLead}</p>
<form method="post">
<input type="hidden" name="step" value="begin">
${input(filled, { name: 'password', label: password.label, type: 'password', autocomplete: 'current-password', max: 1000 })}
<div class="actions"><button>${words.turnOn}</button><a href="/account">${fields.back}</a></div>
</form>`;
  return { title: words.title, body };
}

async function scanView(request: VisitorRequest, { secret, uri }: SecondFactorSecret): Promise<View> {
  const { secondFactor: words } = request.texts;
  const picture = await qrCode(uri, { type: 'svg', margin: 2 });
  const body = html`<p>${words.scanLead}</p>
<figure class="qr" role="img" aria-label="${words.qr}">${new Html(picture)}</figure>
<p class="aside">${words.type} <code class="key" dir="ltr">${secret}</code></p>
${codeForm(request, EMPTY)}`;
  return { title: words.title, body };
}

function codeForm({ texts: { secondFactor: words, fields } }: VisitorRequest, filled: Filled): Html {
  return html`<form method="post">
<input type="hidden" name="step" value="confirm">
${input(filled, { name: 'code', label: words.code, autocomplete: 'one-time-code', inputmode: 'numeric', max: 100 })}
<div class="actions"><button>${words.confirm}</button><a href="/account/second-factor">${fields.back}</a></div>
</form>`;
}

function onView({ texts }: VisitorRequest, filled: Filled): View {
  const { secondFactor: words, password } = texts;
  const body = html`<p>${words.onLead}</p>
<form method="post">
<input type="hidden" name="step" value="end">
${input(filled, { name: 'password', label: password.label, type: 'password', autocomplete: 'current-password', max: 1000 })}
<div class="actions"><button class="second">${words.turnOff}</button><a href="/account">${texts.fields.back}</a></div>
</form>`;
  return { title: words.onTitle, body };
}
