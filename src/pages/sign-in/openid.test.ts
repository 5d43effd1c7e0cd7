import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { generate } from 'otplib';
import { ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startOpenIdProvider } from '../../../tests/harness/openid-provider.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { unlinkFromProviders } from '../../cli/accounts.ts';
import { auditList } from '../../cli/audit.ts';
import { CommandError } from '../../cli/command.ts';
import { sql } from '../../platform/db/sql.ts';
import { lockPerson } from '../../platform/people/access.ts';
import { doAllowPasswords, doSetEmail } from '../../platform/people/actions.ts';
import { doDemandSecondFactor } from '../../platform/people/demanded-factor.ts';
import { doLinkOpenId } from '../../platform/people/openid-links.ts';
import { doBeginSecondFactor, doConfirmSecondFactor } from '../../platform/people/second-factor.ts';
import { doJoinPeople } from '../session/join-people.ts';

const idp = await startOpenIdProvider();
const away = await startOpenIdProvider();
const PROVIDERS = ['acme', 'strict'] as const;
const server = await startTestServer({
  openIdProviders: [
    idp.setting('acme'),
    idp.setting('strict', { secondFactor: true }),
    idp.setting('other', { organization: 'another organization' }),
    away.setting('away'),
  ],
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await idp[Symbol.asyncDispose]();
  await away[Symbol.asyncDispose]();
});
const back = (name: string) => `${server.url}/sign-in/with/${name}/back`;
idp.serve(...[...PROVIDERS, 'other'].map(back));
away.serve(back('away'));

const PASSWORD = 'correct horse battery staple';
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const owner = new ChatClient(org.chat);
const dispatch = new DispatchClient(org.dispatch);
const { database, secrets, clock } = server.services;
const browse = (language?: string) => new FormBrowser(server.url, language);
/** Has somebody at the provider go from our sign-in page to it and back. */
async function comeBy(subject: string | undefined, provider = 'acme', browser = browse()): Promise<FormBrowser> {
  idp.subject = subject;
  await browser.open('/sign-in');
  return browser.follow(`${provider} directory`);
}
const sentence = ({ html }: FormBrowser) => /role="alert">([^<]*)/.exec(html)?.[1]?.replaceAll('&#39;', "'");
const links = () =>
  database.reader.all(sql<{ subject: string; person_id: string }>`
    select subject, person_id from platform.openid_links where organization_id = ${org.organization_id}`);
const countPeople = async () =>
  (await database.reader.first(sql<{ count: number }>`select count(*)::int as count from platform.people`))!.count;
const personOf = async (email: string, organizationId = org.organization_id) =>
  (await database.reader.first(sql<{ id: string }>`
    select id from platform.people where organization_id = ${organizationId} and email_key = ${email}`))!.id;
const isSignedIn = (browser: FormBrowser) => browser.cookies.has('hubbub');
/** A member whose address is proven. */
async function member(name: string) {
  const person = await makePerson(server, org, { name });
  await database.transaction(async (tx) => {
    const now = await lockPerson(tx, org.organization_id, await personOf(`${name}@couriers.example`));
    await doSetEmail(tx, now!, now!.email!, true);
  });
  idp.accounts.set(name, { email: `${name}@couriers.example`, email_verified: true, name: `${name} Member` });
  return person;
}

/** Turns a person's second factor on. @returns what makes its codes */
async function turnOn(key: { organizationId: string; id: string }): Promise<() => Promise<string>> {
  const begun = await database.transaction((tx) =>
    doBeginSecondFactor(tx, { secrets }, key, { issuer: 'test', label: 'test' }),
  );
  const code = async () => generate({ secret: begun!.secret, epoch: Math.floor(clock.now().getTime() / 1000) });
  await database.transaction(async (tx) => doConfirmSecondFactor(tx, { secrets }, key, await code()));
  return code;
}

beforeEach(() => {
  idp.state = 'up';
  away.state = 'up';
});
before(() => idp.accounts.set('olive', { email: 'olive@couriers.example', email_verified: true, name: 'Olive' }));

describe('signing in by a provider', () => {
  test('opens the account of the address that both have proven, and leads where one wanted to go', async () => {
    idp.subject = 'olive';
    const browser = await browse().open('/account/devices');
    await browser.follow('Continue with acme directory');
    assert.deepEqual([browser.status, browser.title], [200, 'Devices and clients']);
    assert.deepEqual([...browser.cookies.keys()], ['hubbub']);
    assert.deepEqual(await links(), [{ subject: 'olive', person_id: await personOf('olive@couriers.example') }]);
    const german = await browse('de').open('/sign-in');
    assert.equal(german.link('Weiter mit acme directory'), '/sign-in/with/acme');
  });

  test('asks with PKCE, state and nonce, and keeps them from scripts and from other sites', async () => {
    const answer = await fetch(`${server.url}/sign-in/with/acme`, { redirect: 'manual' });
    const asked = new URL(answer.headers.get('location')!);
    assert.equal(asked.origin, idp.issuer);
    assert.equal(asked.searchParams.get('redirect_uri'), back('acme'));
    assert.equal(asked.searchParams.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.ok(asked.searchParams.get(name)!.length >= 43, name);
    const [cookie = ''] = answer.headers.getSetCookie();
    assert.match(cookie, /^hubbub-openid=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    assert.ok(!cookie.includes(asked.searchParams.get('state')!));
  });

  test('leads to no other site', async () => {
    for (const to of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example']) {
      idp.subject = 'olive';
      const browser = await browse().open(`/sign-in/with/acme?to=${encodeURIComponent(to)}`);
      assert.deepEqual([new URL(browser.url).origin, isSignedIn(browser)], [server.url, true], to);
      const again = await browser.open(`/sign-in/with/acme?to=${encodeURIComponent(to)}`);
      assert.equal(new URL(again.url).origin, server.url, to);
    }
  });

  test('knows the subject for good: another address at the provider leads to nobody else', async () => {
    await member('mara');
    await member('milo');
    const mara = await personOf('mara@couriers.example');
    assert.ok(isSignedIn(await comeBy('mara')));
    for (const account of [{ email: 'milo@couriers.example', email_verified: true }, {}]) {
      idp.accounts.set('mara', account);
      const browser = await comeBy('mara');
      assert.match((await browser.open('/account')).text, /mara@couriers\.example/);
    }
    // And her former address, given to somebody new there, does not lead to her.
    idp.accounts.set('newcomer', { email: 'mara@couriers.example', email_verified: true });
    const browser = await comeBy('newcomer');
    assert.deepEqual([browser.status, isSignedIn(browser)], [403, false]);
    assert.match(sentence(browser)!, /is linked to another account at acme directory/);
    assert.deepEqual(
      (await links()).filter(({ person_id }) => person_id === mara).map(({ subject }) => subject),
      ['mara'],
    );
    const given = { organization: org.organization_id, email: 'mara@couriers.example' };
    assert.deepEqual(await unlinkFromProviders(server.services, given), { unlinked: 1 });
    await assert.rejects(unlinkFromProviders(server.services, { ...given, email: 'x@couriers.example' }), CommandError);
    assert.ok(isSignedIn(await comeBy('newcomer')));
  });

  test('makes nobody, and takes only addresses that are verified there and proven here', async () => {
    const people = await countPeople();
    const olive = 'olive@couriers.example';
    await owner.post('/users', { email: 'ned@couriers.example', full_name: 'Ned New', password: PASSWORD });
    const cases: [account: object, sentence: RegExp][] = [
      [{ email: olive, email_verified: false }, /sent no verified address/],
      [{ email: olive, email_verified: 'true' }, /sent no verified address/],
      [{ email: olive }, /sent no verified address/],
      [{}, /sent no verified address/],
      [{ email: 'nobody@couriers.example', email_verified: true }, /Nobody here has an account for nobody@/],
      // A Kelvin sign is a small k for whoever folds all letters.
      [{ email: 'mi\u{212A}e@couriers.example', email_verified: true }, /Nobody here has an account/],
      [{ email: 'ned@couriers.example', email_verified: true }, /the address is not confirmed/],
    ];
    await member('mike');
    for (const [account, message] of cases) {
      idp.accounts.set('guest', account);
      const browser = await comeBy('guest');
      assert.deepEqual([browser.status, isSignedIn(browser)], [403, false], JSON.stringify(account));
      assert.match(sentence(browser)!, message);
    }
    assert.equal(await countPeople(), people + 2);
    assert.ok((await links()).every(({ subject }) => subject !== 'guest'));
  });

  test('opens nothing for somebody deactivated, and for nobody that the provider did not sign in', async () => {
    const { id } = await member('dora');
    assert.ok(isSignedIn(await comeBy('dora')));
    await owner.delete(`/users/${id}`);
    const browser = await comeBy('dora');
    assert.deepEqual([browser.status, isSignedIn(browser)], [403, false]);
    assert.match(sentence(browser)!, /deactivated/);
    const refused = await comeBy(undefined);
    assert.deepEqual([refused.status, isSignedIn(refused)], [403, false]);
    assert.equal(sentence(refused), 'acme directory did not sign you in. Please start again.');
  });

  test('asks for our own second factor only where the operator wants both', async () => {
    await member('tess');
    const code = await turnOn({ organizationId: org.organization_id, id: await personOf('tess@couriers.example') });
    assert.ok(isSignedIn(await comeBy('tess')));
    const browser = await comeBy('tess', 'strict');
    assert.deepEqual([browser.title, isSignedIn(browser)], ['One more thing', false]);
    await browser.submit('Continue', { code: '000000' });
    assert.deepEqual([browser.status, isSignedIn(browser)], [403, false]);
    server.clock.advance(60_000);
    await browser.submit('Continue', { code: await code() });
    assert.ok(isSignedIn(browser));
  });

  test('leads to the set-up of one that is demanded only where the operator wants both', async () => {
    await member('tom');
    await database.transaction((tx) => doDemandSecondFactor(tx, org.organization_id, 'staff'));
    assert.ok(isSignedIn(await comeBy('tom')));
    const browser = await comeBy('tom', 'strict');
    assert.deepEqual([browser.title, isSignedIn(browser)], ['Set up a second factor', false]);
    const [, secret] = /class="key"[^>]*>([A-Z2-7]+)</.exec(browser.html)!;
    const epoch = Math.floor(clock.now().getTime() / 1000);
    await browser.submit('Turn it on and sign in', { code: await generate({ secret: secret!, epoch }) });
    assert.deepEqual([browser.title, isSignedIn(browser)], ['The second factor is on', true]);
    await database.transaction((tx) => doDemandSecondFactor(tx, org.organization_id, 'nobody'));
  });

  test('keeps to the organization that a provider is for, and asks which where there are several', async () => {
    const two = await server.organization({ name: 'Second Couriers', ownerEmail: 'olive@couriers.example' });
    const other = await comeBy('olive', 'other');
    assert.deepEqual([other.status, isSignedIn(other)], [403, false]);
    const browser = await comeBy('olive');
    assert.equal(browser.title, 'Where do you want to go?');
    const [button = ''] = /<button[^>]*value="[^"]*"[^>]*>Second Couriers/.exec(browser.html)!;
    assert.ok(button.includes(two.organization_id));
    await browser.submit('Second Couriers', { organization: two.organization_id });
    assert.match((await browser.open('/account')).html, /Second Couriers/);
    const linked = await database.reader.all(sql<{ organization_id: string }>`
      select organization_id from platform.openid_links where subject = 'olive'`);
    assert.deepEqual(
      linked.map(({ organization_id }) => organization_id).sort(),
      [org.organization_id, two.organization_id].sort(),
    );
  });

  test('stays with a person who becomes one with another, unless that one has a second factor', async () => {
    const key = (id: string) => ({ organizationId: org.organization_id, id });
    for (const [name, id, hasFactor] of [
      ['june', 'kept', false],
      ['jane', 'guarded', true],
    ] as const) {
      await member(name);
      assert.ok(isSignedIn(await comeBy(name)));
      const joining = await personOf(`${name}@couriers.example`);
      await database.transaction((tx) =>
        tx.run(sql`
          insert into platform.people (organization_id, id, created_at) values (${org.organization_id}, ${id}, ${tx.now})`),
      );
      if (hasFactor) await turnOn(key(id));
      const isOne = await database.transaction(async (tx) => {
        const retained = (await lockPerson(tx, org.organization_id, id))!;
        return doJoinPeople(
          tx.of(retained.organizationId),
          retained,
          (await lockPerson(tx, org.organization_id, joining))!,
        );
      });
      assert.ok(isOne);
      const linked = (await links()).filter(({ subject }) => subject === name).map(({ person_id }) => person_id);
      assert.deepEqual(linked, hasFactor ? [] : [id]);
    }
  });

  test('links one subject with one person when two come at once', async () => {
    await member('una');
    idp.accounts.set('una2', { email: 'una@couriers.example', email_verified: true });
    const id = await personOf('una@couriers.example');
    const link = (subject: string) =>
      database.transaction(async (tx) => {
        const person = await lockPerson(tx, org.organization_id, id);
        const claims = { issuer: idp.issuer, subject, email: 'una@couriers.example' };
        return doLinkOpenId(tx, person!, claims);
      });
    const linked = await Promise.all([link('una'), link('una2'), link('una')]);
    assert.equal((await links()).filter(({ person_id }) => person_id === id).length, 1);
    assert.ok(linked.includes(true) && linked.includes(false));
  });
});

describe('what a browser brings back', () => {
  /** A browser that is sent to the provider. @returns it, and where the provider sends it back to */
  async function sent(): Promise<{ cookie: string; at: string }> {
    idp.subject = 'milo';
    const start = await fetch(`${server.url}/sign-in/with/acme?to=/account`, { redirect: 'manual' });
    const cookie = start.headers.getSetCookie()[0]!.split(';')[0]!;
    const jar = new Map<string, string>();
    let at = start.headers.get('location')!;
    while (!at.startsWith(server.url)) {
      const answer = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      });
      for (const each of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = each.split(';')[0]!.split('=');
        jar.set(name, value);
      }
      at = new URL(answer.headers.get('location')!, at).href;
    }
    return { cookie, at };
  }
  const come = async (at: string, cookie?: string) => {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), 'accept-language': 'en' },
    });
    return { status: answer.status, opened: answer.headers.getSetCookie().some((each) => each.startsWith('hubbub=')) };
  };
  const refused = { status: 403, opened: false };

  test('counts in the browser that was sent, once, and for ten minutes', async () => {
    const { cookie, at } = await sent();
    assert.deepEqual(await come(at), refused);
    assert.deepEqual(await come(at, (await sent()).cookie), refused);
    assert.deepEqual(await come(at.replace('/acme/', '/strict/'), cookie), refused);
    assert.deepEqual(await come(at.replace(/state=[^&]*/, 'state=x'), cookie), refused);
    assert.deepEqual(await come(at, cookie.slice(0, -3)), refused);
    const both = await Promise.all([come(at, cookie), come(at, cookie)]);
    assert.deepEqual(both.map(({ opened }) => opened).sort(), [false, true]);
    assert.deepEqual(await come(at, cookie), refused);
    const late = await sent();
    server.clock.advance(601_000);
    assert.deepEqual(await come(late.at, late.cookie), refused);
  });

  test('counts only with the code that the provider gave for it', async () => {
    const one = await sent();
    const other = await sent();
    const stolen = new URL(one.at);
    stolen.searchParams.set('code', new URL(other.at).searchParams.get('code')!);
    assert.deepEqual(await come(stolen.href, one.cookie), refused);
    assert.deepEqual(
      await come(other.at.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Felsewhere.example'), other.cookie),
      refused,
    );
  });

  test('is no answer to what a password was asked for', async () => {
    const { cookie } = await sent();
    const answer = await fetch(`${server.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ challenge: cookie.split('=')[1]! }),
    });
    assert.equal(answer.status, 403);
  });
});

test('over HTTPS what was begun is bound to the host, and so is the session that comes of it', async () => {
  await using provider = await startOpenIdProvider();
  await using secure = await startTestServer({
    publicUrl: 'https://couriers.example',
    openIdProviders: [provider.setting('acme')],
  });
  provider.serve('https://couriers.example/sign-in/with/acme/back');
  const { chat } = await secure.organization({ ownerEmail: 'olive@couriers.example' });
  provider.subject = 'olive';
  provider.accounts.set('olive', { email: chat.email, email_verified: true, name: 'Olive' });
  const open = (at: string, cookie = '') => fetch(at, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
  const begin = async () => {
    const begun = await open(`${secure.url}/sign-in/with/acme`);
    const [set = ''] = begun.headers.getSetCookie();
    assert.match(set, /^__Host-hubbub-openid=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/);
    const jar = new Map<string, string>();
    let at = begun.headers.get('location')!;
    while (at.startsWith(provider.issuer)) {
      const answer = await open(at, [...jar].map((pair) => pair.join('=')).join('; '));
      for (const each of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = each.split(';')[0]!.split('=');
        jar.set(name, value);
      }
      at = new URL(answer.headers.get('location')!, at).href;
    }
    assert.equal(new URL(at).origin, 'https://couriers.example');
    return { cookie: set.split(';')[0]!, at: at.replace('https://couriers.example', secure.url) };
  };
  const { cookie, at } = await begin();
  const sessions = ({ headers }: Response) =>
    headers.getSetCookie().filter((each) => /^(?:__Host-)?hubbub=/.test(each));
  // A name that a page over HTTP could set as well counts for nothing.
  const stolen = await open(at, cookie.replace('__Host-', ''));
  assert.deepEqual([stolen.status, sessions(stolen)], [403, []]);
  const entered = await open(at, cookie);
  const [session = ''] = sessions(entered);
  assert.equal(entered.status, 303);
  assert.match(session, /^__Host-hubbub=\w{32}; Path=\/; HttpOnly; SameSite=Lax; Secure; /);
  const me = await open(`${secure.url}/api/session`, session.split(';')[0]);
  assert.equal(((await me.json()) as { person: { email: string } }).person.email, chat.email);
});

describe('a provider that does not answer', () => {
  test('is told on a page, is not asked by every visitor, and holds up nobody else', async () => {
    away.state = 'slow';
    const waiting = browse().open('/sign-in/with/away');
    const browser = await browse().open('/sign-in');
    await browser.submit('Continue', { emailOrPhone: 'milo@couriers.example', password: 'x' });
    assert.equal(browser.status, 403);
    assert.ok(isSignedIn(await comeBy('milo')));
    const slow = await waiting;
    assert.deepEqual([slow.status, sentence(slow)?.slice(0, 33)], [503, 'away directory is not responding.']);
    const asked = away.asked.length;
    assert.equal((await browse().open('/sign-in/with/away')).status, 503);
    assert.equal(away.asked.length, asked);
    away.state = 'up';
    server.clock.advance(11_000);
    away.subject = 'nobody';
    assert.equal((await browse().open('/sign-in/with/away')).status, 403);
    // Its discovery document is cached: only its own pages are requested from now on.
    const descriptions = () => away.asked.filter((path) => path.includes('well-known')).length;
    const before = descriptions();
    await browse().open('/sign-in/with/away');
    assert.equal(descriptions(), before);
  });

  test('after somebody has signed in there is told on a page too', async () => {
    away.accounts.set('olive', { email: 'olive@couriers.example', email_verified: true });
    const start = await fetch(`${server.url}/sign-in/with/away`, { redirect: 'manual' });
    const state = new URL(start.headers.get('location')!).searchParams.get('state');
    away.state = 'down';
    const at = `${back('away')}?${new URLSearchParams({ state: state!, code: 'x', iss: away.issuer })}`;
    const cookie = start.headers.getSetCookie()[0]!.split(';')[0]!;
    assert.equal((await fetch(at, { redirect: 'manual', headers: { cookie } })).status, 503);
  });

  test('and one that never ends its answer fills no memory', async () => {
    const start = await fetch(`${server.url}/sign-in/with/away`, { redirect: 'manual' });
    const state = new URL(start.headers.get('location')!).searchParams.get('state');
    away.state = 'endless';
    const at = `${back('away')}?${new URLSearchParams({ state: state!, code: 'x', iss: away.issuer })}`;
    const cookie = start.headers.getSetCookie()[0]!.split(';')[0]!;
    assert.equal((await fetch(at, { redirect: 'manual', headers: { cookie } })).status, 503);
    assert.ok(away.taken < 20_000_000, `${away.taken} bytes`);
  });

  test('that is not set up is not there', async () => {
    assert.equal((await browse().open('/sign-in/with/nobody')).status, 404);
    assert.equal((await browse().open('/sign-in/with/nobody/back?state=x')).status, 404);
  });
});

describe('an invitation', () => {
  const invited = async (email?: string) => {
    const { json } = email
      ? await owner.post('/invites', { invitee_emails: email, stream_ids: [] })
      : await owner.post('/invites/multiuse', { stream_ids: [] });
    assert.equal(json.result, 'success', json.msg);
    return email ? linkTo(email) : new URL(json.invite_link).pathname;
  };
  const linkTo = async (recipient: string) => {
    const mail = await database.reader.first(sql<{ body: string }>`
      select body from platform.outbox where recipient = ${recipient} order by created_at desc limit 1`);
    return new URL(/http\S+\/join\/\S+/.exec(mail!.body)![0]).pathname;
  };
  const postPassword = async (path: string, values: object) =>
    (
      await fetch(`${server.url}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ ...values, password: PASSWORD }),
      })
    ).status;
  const accept = async (path: string, subject: string, provider = 'acme') => {
    idp.subject = subject;
    return (await browse().open(path)).follow(`Continue with ${provider} directory`);
  };

  test('is accepted by who signs in with its address, and by nobody else', async () => {
    const path = await invited('ivy@couriers.example');
    const joinPage = await browse().open(path);
    assert.throws(() => joinPage.link('other directory'));
    for (const [account, message] of [
      [{ email: 'eve@couriers.example', email_verified: true, name: 'Eve' }, /The invitation is for ivy@/],
      [{ email: 'ivy@couriers.example', email_verified: false, name: 'Eve' }, /sent no verified address/],
    ] as const) {
      idp.accounts.set('eve', account);
      const browser = await accept(path, 'eve');
      assert.deepEqual([browser.status, isSignedIn(browser)], [403, false]);
      assert.match(sentence(browser)!, message);
    }
    const token = path.split('/').at(-1)!;
    idp.accounts.set('ivy', { email: 'Ivy@couriers.example', email_verified: true, name: 'Ivy * Invited' });
    idp.subject = 'ivy';
    const other = await (await browse().open(path)).goTo(`/sign-in/with/other?invitation=${token}`);
    assert.match(sentence(other)!, /doesn’t use/);
    // Two simultaneous sign-ins: one creates the account, and both belong to it.
    const both = await Promise.all([accept(path, 'ivy'), accept(path, 'ivy')]);
    assert.ok(both.some(isSignedIn));
    const { json } = await owner.get('/users');
    const made = json.members.filter((each: { full_name: string }) => each.full_name === 'Ivy');
    assert.equal(made.length, 1, 'a name that cannot be had gives way to the next');
    assert.ok(isSignedIn(await comeBy('ivy')));
    const used = await accept(await invited(), 'ivy');
    assert.ok(isSignedIn(used), 'whoever is in already is signed in');
  });

  test('by a link for many makes the account of the verified address', async () => {
    idp.accounts.set('lou', { email: 'lou@couriers.example', email_verified: true, name: 'Lou Link' });
    assert.ok(isSignedIn(await accept(await invited(), 'lou')));
    const lou = await database.reader.first(sql<{ proven: boolean; password: string | null }>`
      select email_verified_at is not null as proven, password_hash as password from platform.people
      where organization_id = ${org.organization_id} and email_key = 'lou@couriers.example'`);
    assert.deepEqual(lou, { proven: true, password: null });
    const gone = await browse().open('/sign-in/with/acme?invitation=nothing');
    assert.equal(gone.status, 404);
  });

  test('is accepted by who has seen its page: a link from elsewhere leads there, and tells nobody who came', async () => {
    const path = await invited();
    idp.accounts.set('vic', { email: 'vic@couriers.example', email_verified: true, name: 'Vic Tim' });
    idp.subject = 'vic';
    const start = `/sign-in/with/acme?invitation=${path.split('/').at(-1)}`;
    const led = await browse().open(start);
    assert.deepEqual([new URL(led.url).pathname, led.status, isSignedIn(led)], [path, 200, false]);
    const leadsTo = async (headers: Record<string, string>) =>
      new URL((await fetch(server.url + start, { redirect: 'manual', headers })).headers.get('location')!, server.url);
    const elsewhere = { referer: 'https://elsewhere.example/page' };
    const sites = ['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site }));
    for (const headers of [...sites, elsewhere, { referer: 'no address' }, {} as Record<string, string>])
      assert.equal((await leadsTo(headers)).href, server.url + path, JSON.stringify(headers));
    for (const headers of [{ 'sec-fetch-site': 'same-origin', ...elsewhere }, { referer: server.url + path }])
      assert.equal((await leadsTo(headers)).origin, idp.issuer, JSON.stringify(headers));
    assert.ok(isSignedIn(await led.follow('Continue with acme directory')));
  });

  test('asks for no password where none is taken', async () => {
    const path = await invited('otto@couriers.example');
    await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, false));
    const browser = await browse().open(path);
    assert.doesNotMatch(browser.html, /type="password"/);
    assert.equal(await postPassword(path, { name: 'Otto Only' }), 400);
    idp.accounts.set('otto', { email: 'otto@couriers.example', email_verified: true, name: 'Otto Only' });
    assert.ok(isSignedIn(await accept(path, 'otto')));
    const refused = await browse().open('/sign-in');
    await refused.submit('Continue', { emailOrPhone: 'milo@couriers.example', password: 'x' });
    assert.equal(refused.status, 403);
    await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, true));
  });

  test('ends passwords for an owner whom a provider knows, and lets them in again', async () => {
    const rules = (browser: SessionBrowser, passwords: boolean) =>
      browser.request('PUT', '/api/admin/sign-in-rules', { passwords });
    const stranger = (await signedInOwner(server)).browser;
    const refused = await rules(stranger, false);
    assert.deepEqual([refused.status, refused.json.code], [409, 'not_possible']);
    const browser = new SessionBrowser(server.url);
    const asOlive = await browser.signIn(org.chat.email, PASSWORD, { organization: org.organization_id });
    assert.equal(asOlive.status, 200, asOlive.text);
    const { json: before } = await browser.get('/api/admin/sign-in-rules');
    assert.equal(before.passwords, true);
    assert.deepEqual(before.providers[0], {
      name: 'acme',
      label: 'acme directory',
      issuer: idp.issuer,
      secondFactor: false,
    });
    assert.ok(!JSON.stringify(before).includes('a secret between'));
    assert.ok((await links()).some(({ subject }) => subject === 'olive'));
    assert.equal((await rules(browser, false)).status, 200);
    const closed = await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD, {
      organization: org.organization_id,
    });
    assert.deepEqual([closed.status, closed.json.code], [403, 'other_sign_in']);
    assert.equal((await rules(browser, true)).status, 200);
    const [left] = await auditList(
      database.reader.of(org.organization_id),
      org.organization_id,
      { action: 'organization.password_sign_in' },
      9,
    );
    assert.equal((await rules(browser, true)).status, 200);
    const [newest] = await auditList(
      database.reader.of(org.organization_id),
      org.organization_id,
      { action: 'organization.password_sign_in' },
      9,
    );
    assert.equal(newest!.id, left!.id);
  });

  test('of an administrator is accepted by its address alone, and made one with the person who has it', async () => {
    const email = 'abe@couriers.example';
    const { id } = (await dispatch.post('/admins', { name: 'Abe', email })).json;
    const isActive = async () =>
      (await dispatch.get('/admins')).json.find((each: { id: string }) => each.id === id).isActive;
    const path = await linkTo(email);
    idp.accounts.set('eve', { email: 'eve@couriers.example', email_verified: true, name: 'Eve' });
    const wrong = await accept(path, 'eve');
    assert.match(sentence(wrong)!, /The invitation is for abe@/);
    const other = await (await browse().open(path)).goTo(`/sign-in/with/other?invitation=${path.split('/').at(-1)}`);
    assert.match(sentence(other)!, /doesn’t use/);
    assert.deepEqual([isSignedIn(wrong), await isActive()], [false, false]);
    await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, false));
    assert.doesNotMatch((await browse().open(path)).html, /type="password"/);
    assert.equal(await postPassword(path, {}), 400);
    idp.accounts.set('abe', { email, email_verified: true, name: 'Abe' });
    assert.ok(isSignedIn(await accept(path, 'abe')));
    assert.equal(await isActive(), true);
    assert.equal((await browse().open(path)).status, 404);
    const { json } = await dispatch.post('/admins', { name: 'Mara', email: 'lou@couriers.example' });
    assert.ok(isSignedIn(await accept(await linkTo('lou@couriers.example'), 'lou')));
    const rows = await database.reader.all(sql<{ email: string; password: string | null }>`
      select p.email, p.password_hash as password
      from dispatch.administrators a join platform.people p on p.organization_id = a.organization_id and p.id = a.person_id
      where a.id = any(${[id, json.id]}) and p.email_verified_at is not null order by p.email`);
    assert.deepEqual(rows, [
      { email, password: null },
      { email: 'lou@couriers.example', password: null },
    ]);
    assert.equal(
      await personOf('lou@couriers.example'),
      (await links()).find(({ subject }) => subject === 'lou')!.person_id,
    );
    await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, true));
  });

  test('of a worker says that none can be accepted by phone where no password is taken', async () => {
    const [administrator] = (await dispatch.get('/admins')).json;
    const team = { name: 'Riders', workers: [], managers: [administrator.id] };
    const teams = [(await dispatch.post('/teams', team)).json.id];
    const { status } = await dispatch.post('/workers', { name: 'Walt', phone: '+14155550181', teams });
    assert.equal(status, 200);
    const path = await linkTo('+14155550181');
    await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, false));
    const browser = await browse().open(path);
    assert.match(browser.text, /a phone number can’t be used with a provider/);
    assert.doesNotMatch(browser.html, /type="password"|sign-in\/with/);
    assert.equal(await postPassword(path, {}), 400);
    await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, true));
  });
});
