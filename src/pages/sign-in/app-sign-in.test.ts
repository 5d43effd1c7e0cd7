import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { generate } from 'otplib';
import { ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startOpenIdProvider } from '../../../tests/harness/openid-provider.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { createWorkerForCli } from '../../dispatch/workers/create-for-cli.ts';
import { sql } from '../../platform/db/sql.ts';
import { doAllowPasswords } from '../../platform/people/actions.ts';

const idp = await startOpenIdProvider();
const server = await startTestServer({
  openIdProviders: [idp.setting('acme'), idp.setting('elsewhere', { organization: 'another organization' })],
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await idp[Symbol.asyncDispose]();
});
idp.serve(`${server.url}/sign-in/with/acme/back`);
idp.accounts.set('olive', { email: 'olive@couriers.example', email_verified: true });

const PASSWORD = 'correct horse battery staple';
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const { database, clock } = server.services;

interface Method {
  name: string;
  display_name: string;
  display_icon: string | null;
  login_url: string;
  signup_url: string;
}
const settings = async () => (await new ChatClient({ ...org.chat, api_key: '' }).get('/server_settings')).json;
const methods = async () => (await settings()).external_authentication_methods as Method[];

/** The mobile app, as far as it signs in by a browser (client: zulip-flutter, `WebAuthPayload` and the pages that use it). */
class MobileApp {
  readonly otp = randomBytes(32).toString('hex');
  readonly browser = new FormBrowser(server.url);

  /** Resolves the method's address and replaces its query. */
  open({ login_url }: Method): Promise<FormBrowser> {
    const url = new URL(login_url, org.chat.site);
    url.search = new URLSearchParams({ mobile_flow_otp: this.otp }).toString();
    return this.browser.open(url.href);
  }

  /** Returns the key from the callback address. */
  takeKey(): { email: string; userId: number; apiKey: string } {
    const url = new URL(this.browser.url);
    assert.deepEqual([url.protocol, url.host], ['zulip:', 'login']);
    const { realm, email, user_id, otp_encrypted_api_key } = Object.fromEntries(url.searchParams);
    assert.equal(new URL(realm!).origin, new URL(org.chat.site).origin);
    assert.match(otp_encrypted_api_key!, /^[0-9a-fA-F]{64}$/);
    const pad = Buffer.from(this.otp, 'hex');
    const bytes = [...Buffer.from(otp_encrypted_api_key!, 'hex')].map((byte, index) => byte ^ pad[index]!);
    return { email: email!, userId: Number(user_id), apiKey: String.fromCharCode(...bytes) };
  }

  client(): ChatClient {
    const { email, apiKey } = this.takeKey();
    return new ChatClient({ site: org.chat.site, email, api_key: apiKey });
  }
}

const keysOf = async () =>
  (await database.reader.all(sql`select from platform.credentials where kind = 'chat' and revoked_at is null`)).length;

test('clients are told of our page and of the providers of the organization', async () => {
  const { authentication_methods, email_auth_enabled } = await settings();
  assert.deepEqual(
    [authentication_methods.password, authentication_methods.ldap, authentication_methods['openid connect']],
    [true, false, true],
  );
  assert.equal(email_auth_enabled, true);
  assert.deepEqual(await methods(), [
    {
      name: 'hubbub',
      display_name: 'Browser',
      display_icon: null,
      login_url: '/sign-in/app',
      signup_url: '/sign-in/app',
    },
    {
      name: 'openid:acme',
      display_name: 'acme directory',
      display_icon: null,
      login_url: '/sign-in/with/acme',
      signup_url: '/sign-in/with/acme',
    },
  ]);
  await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, false));
  const only = await settings();
  assert.deepEqual([only.authentication_methods.password, only.email_auth_enabled], [false, false]);
  await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, true));
});

test('the app is signed in by our page, and the key is under the pad that it has made', async () => {
  const app = new MobileApp();
  const [page] = await methods();
  const browser = await app.open(page!);
  assert.equal(browser.title, 'Sign in');
  const before = await keysOf();
  await browser.submit('Continue', { emailOrPhone: 'olive@couriers.example', password: PASSWORD });
  assert.equal(browser.title, 'Sign in to the app');
  assert.match(browser.text, /olive@couriers\.example/);
  assert.equal(await keysOf(), before, 'a page that is opened makes no key');
  await browser.submit('Sign in to the app');
  const { email, userId } = app.takeKey();
  assert.deepEqual([email, userId], [org.chat.email, org.chat.user_id]);
  const { json } = await app.client().get('/users/me');
  assert.equal(json.user_id, org.chat.user_id);
  // Listed, and ended, among one's own clients.
  const devices = await app.browser.open('/account/devices');
  assert.match(devices.text, /mobile app/);
});

test('the app is signed in by a provider, also where no password is taken', async () => {
  await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, false));
  idp.subject = 'olive';
  const app = new MobileApp();
  const browser = await app.open((await methods())[1]!);
  assert.equal(browser.title, 'Sign in to the app');
  await browser.submit('Sign in to the app');
  assert.equal((await app.client().get('/users/me')).json.user_id, org.chat.user_id);
  await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, true));
});

test('what is no pad, a form from elsewhere, and who has no chat bring no key', async () => {
  const before = await keysOf();
  const app = new MobileApp();
  const browser = await app.open((await methods())[0]!);
  await browser.submit('Continue', { emailOrPhone: 'olive@couriers.example', password: PASSWORD });
  for (const otp of ['', 'ab', 'z'.repeat(64), 'a'.repeat(65)])
    assert.equal((await browser.open(`/sign-in/app?mobile_flow_otp=${otp}`)).status, 400, otp);
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const post = (mobile_flow_otp: string, site: string) =>
    fetch(`${server.url}/sign-in/app`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'sec-fetch-site': site },
      body: new URLSearchParams({ mobile_flow_otp }),
    });
  assert.equal((await post(app.otp, 'cross-site')).status, 403);
  assert.equal((await post('ab', 'same-origin')).status, 400);
  const dispatch = new DispatchClient(org.dispatch);
  const [administrator] = (await dispatch.get('/admins')).json;
  await dispatch.post('/teams', { name: 'Riders', workers: [], managers: [administrator.id] });
  const worker = await createWorkerForCli(server.services, {
    organizationId: org.organization_id,
    team: 'Riders',
    name: 'Wanda Worker',
    phone: '+14155550199',
  });
  const driver = new MobileApp();
  await driver.open((await methods())[0]!);
  await driver.browser.submit('Continue', { emailOrPhone: worker.phone, password: worker.password });
  assert.deepEqual([driver.browser.status, driver.browser.title], [403, 'Sign in to the app']);
  assert.equal(await keysOf(), before);
});

test('somebody with a second factor signs in the app, and the key of somebody deactivated is dead', async () => {
  const owner = new ChatClient(org.chat);
  const { json } = await owner.post('/users', {
    email: 'tess@couriers.example',
    full_name: 'Tess Twice',
    password: PASSWORD,
  });
  assert.equal(json.result, 'success');
  const setUp = await new FormBrowser(server.url).open('/account/second-factor');
  await setUp.submit('Continue', { emailOrPhone: 'tess@couriers.example', password: PASSWORD });
  await setUp.submit('Turn it on', { password: PASSWORD });
  const secret = /<code[^>]*>([A-Z2-7]+)</.exec(setUp.html)![1]!;
  const code = () => generate({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });
  await setUp.submit('Turn it on', { code: await code() });
  server.clock.advance(60_000);

  const refused = await new ChatClient({ ...org.chat, api_key: '' }).post('/fetch_api_key', {
    username: 'tess@couriers.example',
    password: PASSWORD,
  });
  assert.equal(refused.json.code, 'PASSWORD_AUTH_DISABLED');
  const app = new MobileApp();
  const browser = await app.open((await methods())[0]!);
  await browser.submit('Continue', { emailOrPhone: 'tess@couriers.example', password: PASSWORD });
  assert.equal(browser.title, 'One more thing');
  await browser.submit('Continue', { code: await code() });
  assert.equal(browser.title, 'Sign in to the app');
  await browser.submit('Sign in to the app');
  const client = app.client();
  assert.equal((await client.get('/users/me')).json.email, 'tess@couriers.example');
  await owner.delete(`/users/${app.takeKey().userId}`);
  assert.equal((await client.get('/users/me')).status, 401);
});
