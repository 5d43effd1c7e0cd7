import { findUserById } from '../../chat/users/access.ts';
import { createCredential, keepLatestCredentials } from '../../platform/credentials/credentials.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Session } from '../../platform/sessions/session.ts';
import { line } from '../http/form.ts';
import { html } from '../http/html.ts';
import { page, type View, type VisitorRequest } from '../http/page.ts';
import { accountsWithin } from '../session/accounts.ts';
import { APP_SIGN_IN, isOtp } from './app-sign-in-path.ts';

const LABEL = 'mobile app';
/** As many sign-ins of apps are in use at most; the oldest end beyond. */
const MAX_KEYS = 50;
/** client: zulip-flutter and zulip-mobile are what opens this address on a device. */
const SCHEME = 'zulip:';

/**
 * Page on which a person signed in with the browser hands the chat app a key. The app opens the page with a one-time
 * pad, so other programs on the device that listen for the address cannot read the key (client: zulip-flutter
 * `mobile_flow_otp`). It asks first: a link from elsewhere creates no key.
 */
export const appSignIn = page({
  path: APP_SIGN_IN,
  summary: "Sign the chat app in with the browser's session",
  access: 'signed in',
  form: { mobile_flow_otp: line(64) },
  async show(request) {
    const otp = request.query.get('mobile_flow_otp');
    return isOtp(otp) ? question(request, otp) : badLink(request);
  },
  async submit(request, { mobile_flow_otp: otp }) {
    const { services, visitor, address } = request;
    if (!isOtp(otp)) return badLink(request);
    const { origin } = request;
    const made = await services.database.transaction((tx) => doMakeKey(tx, visitor.session, address), {
      organizationId: visitor.session.organizationId,
      origin,
    });
    if (!made) return question(request, otp);
    const answer = new URLSearchParams({
      realm: await organizationUrl(services, visitor.session.organizationId),
      email: made.email,
      user_id: String(made.userId),
      otp_encrypted_api_key: padded(made.key, otp),
    });
    return { redirect: `${SCHEME}//login?${answer}` };
  },
});

/** Makes a key for the app of who is signed in; undefined when they have no account in the chat any more. */
async function doMakeKey(
  tx: Tx,
  { organizationId, personId }: Session,
  address: string,
): Promise<{ key: string; email: string; userId: number } | undefined> {
  // Their deactivation waits here, or was before.
  await tx.position();
  const { chat } = await accountsWithin(tx, personId);
  const user = chat && (await findUserById(uncachedFacts(tx), chat.userId));
  if (!user) return undefined;
  const owner = { organizationId, kind: 'chat', subject: String(user.id), label: LABEL } as const;
  const [{ key }] = await Promise.all([
    createCredential(tx, { ...owner, bySignIn: true }),
    keepLatestCredentials(tx, owner, MAX_KEYS),
  ]);
  tx.audit(
    {
      organizationId,
      action: 'person.signed_in',
      object: { kind: 'person', id: owner.subject, name: user.fullName },
      details: { with: { to: 'session' } },
    },
    { event: 'sign_in', api: 'session', organization: organizationId, subject: owner.subject, address },
  );
  return { key, email: user.email, userId: user.id };
}

/** The key under the pad, of the same length: 32 bytes, in hexadecimal digits. */
function padded(key: string, otp: string): string {
  const pad = Buffer.from(otp, 'hex');
  const bytes = Buffer.from(key, 'ascii').map((byte, index) => byte ^ pad[index]!);
  return Buffer.from(bytes).toString('hex');
}

function badLink({ texts: { appSignIn: words } }: VisitorRequest): View {
  return { status: 400, title: words.badLinkTitle, body: html`<p>${words.badLink}</p>` };
}

function question({ texts, visitor }: VisitorRequest, otp: string): View {
  const { appSignIn: words } = texts;
  const { accounts, organization, person } = visitor;
  if (!accounts.chat) return { status: 403, title: words.title, body: html`<p>${words.noChat}</p>` };
  const { fullName } = accounts.chat;
  const body = html`<p class="lead" dir="auto">${words.question({ name: fullName, email: person.email ?? '', organization: organization.name })}</p>
<p>${words.hint}</p>
<form method="post" action="${APP_SIGN_IN}">
<input type="hidden" name="mobile_flow_otp" value="${otp}">
<div class="actions"><button>${words.button}</button><a href="/sign-out">${words.someoneElse}</a></div>
</form>`;
  return { title: words.title, body, formLeadsTo: SCHEME };
}
