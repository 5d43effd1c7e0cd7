import { oldAddressScript } from '../home/old-address-script.ts';
import { alertOf, checkbox, EMPTY, type Filled, input } from '../http/fields.ts';
import { line, verbatim } from '../http/form.ts';
import { html } from '../http/html.ts';
import { ownPath } from '../http/own-path.ts';
import { type PageAnswer, type PageRequest, page, type View } from '../http/page.ts';
import { ownPasswordInput } from '../http/password-field.ts';
import { providerButtons } from '../openid/buttons.ts';
import { type SignInResult, signIn } from '../session/sign-in.ts';
import { type Challenged, challengedForm } from './challenged-form.ts';
import { entered } from './entered.ts';

/** Sign-in page, in as many steps as needed: password, organization, code. */
export const signInPage = page({
  path: '/sign-in',
  summary: 'Sign this browser in',
  access: 'anyone',
  asksWhich: true,
  form: {
    emailOrPhone: line(254),
    password: verbatim(1000),
    shared: line(3),
    challenge: verbatim(8192),
    organization: line(100),
    code: line(100),
    setUp: line(1000),
    to: line(1000),
  },
  async show(request) {
    const to = ownPath(request.query.get('to'));
    if (request.visitor) return { redirect: to };
    return passwordForm(request, { values: { to }, problems: {} }, request.query.get('said') ?? '');
  },
  async submit(request, values) {
    const { services, address, origin, browser: label } = request;
    const { challenge, code, setUp, emailOrPhone, password } = values;
    const organization = request.organizationId ?? (values.organization || undefined);
    const before = request.visitor?.session;
    const given = { code: code || undefined, setUp: setUp || undefined };
    const more = { organization, ...given, address, origin, label, before };
    const result = await signIn(
      services,
      challenge === ''
        ? { ...more, emailOrPhone, password, isShared: values.shared === 'yes' }
        : { ...more, challenge },
    );
    return answerOf(request, result, { ...values, to: ownPath(values.to) });
  },
});

async function answerOf(
  request: PageRequest,
  result: SignInResult,
  values: Record<string, string>,
): Promise<PageAnswer> {
  const { signIn: words } = request.texts;
  const refused = (sentence: string) => {
    const shown = { emailOrPhone: values.emailOrPhone, shared: values.shared, to: values.to };
    return { ...passwordForm(request, { values: shown, problems: { '': sentence } }), status: 403 };
  };
  switch (result.state) {
    case 'signed in':
      return entered(request, result, values.to!);
    case 'wrong':
      return refused(words.wrong);
    case 'expired':
      return refused(words.expired);
    case 'deactivated':
      return refused(words.deactivated);
    case 'other sign-in':
      return refused(words.otherSignIn);
    default:
      return challengedForm(request, result satisfies Challenged, values.to!);
  }
}

function passwordForm({ services, texts, organizationId }: PageRequest, filled: Filled, noticeName = ''): View {
  const { signIn: words, openId } = texts;
  const { to } = filled.values;
  // A person who comes back has the address right more often than the password.
  const isBack = Boolean(filled.values.emailOrPhone);
  const buttons = providerButtons(services, texts, to === undefined || to === '/' ? {} : { to }, organizationId);
  const notice = Object.hasOwn(words.notices, noticeName) && words.notices[noticeName as keyof typeof words.notices];
  const body = html`${notice && html`<p class="done" role="status">${notice}</p>`}
${alertOf(filled)}
<form method="post" action="/sign-in">
<input type="hidden" name="to" value="${filled.values.to}">
${input(filled, { name: 'emailOrPhone', label: words.emailOrPhone, autocomplete: 'username', max: 254, autofocus: !isBack })}
${ownPasswordInput(EMPTY, texts, { autofocus: isBack })}
${checkbox(filled, { name: 'shared', label: words.shared, hint: words.sharedHint })}
<div class="actions"><button>${words.button}</button><a href="/reset">${words.forgotten}</a></div>
</form>${buttons && html`<p class="aside">${openId.or}</p>${buttons}`}`;
  // A visitor on the way to a place already has it in `to`.
  return { title: words.title, body, ...(to === '/' && { script: oldAddressScript.path }) };
}
