import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { generate } from 'otplib';
import { ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { PASSWORD } from '../../../tests/harness/visitors.ts';
import { startServer } from '../../app.ts';
import { createWorkerForCli } from '../../dispatch/workers/create-for-cli.ts';
import { sql } from '../../platform/db/sql.ts';
import { createLog } from '../../platform/log.ts';
import { loadPeopleByPhones, loadVerifiedPerson } from '../../platform/people/access.ts';
import type { Person } from '../../platform/people/person.ts';
import { doBeginSecondFactor, doConfirmSecondFactor, doEndSecondFactor } from '../../platform/people/second-factor.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;

describe('the second factor', () => {
  async function withSecondFactor() {
    const { org, browser } = await signedInOwner(server);
    const person = (await loadVerifiedPerson(services.database.reader, org.organization_id, org.chat.email))!;
    return { org, browser, person, ...(await turnOn(person)) };
  }

  async function turnOn(person: Person) {
    const names = { issuer: 'Hubbub', label: 'somebody' };
    const { secret, uri } = (await services.database.transaction((tx) =>
      doBeginSecondFactor(tx, services, person, names),
    ))!;
    assert.match(uri, /^otpauth:\/\/totp\//);
    const codeNow = () => generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });
    const confirm = async (code: string) =>
      services.database.transaction((tx) => doConfirmSecondFactor(tx, services, person, code));
    assert.equal(await confirm('000'), undefined);
    const recovery = (await confirm(await codeNow()))!;
    assert.equal(new Set(recovery).size, 10);
    for (const code of recovery) assert.match(code, /^[a-z0-9]{4}(-[a-z0-9]{4}){6}$/);
    server.clock.advance(60_000);
    return { codeNow, recovery };
  }

  test('a code is asked for after the right password only, and counts once', async () => {
    const { org, codeNow } = await withSecondFactor();
    const browser = new SessionBrowser(server.url);
    assert.equal((await browser.signIn(org.chat.email, 'wrong')).json.code, 'wrong_credentials');
    const asked = await browser.signIn(org.chat.email, PASSWORD);
    assert.equal(asked.json.code, 'code_needed');
    assert.equal(browser.cookie, undefined);
    const code = await codeNow();
    const { challenge } = asked.json;
    assert.equal((await browser.post('/api/session', { challenge, code: '123' })).json.code, 'wrong_code');
    assert.equal((await browser.post('/api/session', { challenge, code })).status, 200);
    assert.equal((await browser.post('/api/session', { challenge, code })).json.code, 'wrong_code');
  });

  test('of two at once with one code, one is let in', async () => {
    const { org, codeNow } = await withSecondFactor();
    const code = await codeNow();
    const results = await Promise.all(
      Array.from({ length: 4 }, () => new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD, { code })),
    );
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  });

  test('a recovery code opens once', async () => {
    const { org, recovery } = await withSecondFactor();
    const code = recovery[3]!.toUpperCase().replaceAll('-', ' ');
    assert.equal((await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD, { code })).status, 200);
    assert.equal(
      (await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD, { code })).json.code,
      'wrong_code',
    );
    const other = await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD, { code: recovery[4]! });
    assert.equal(other.status, 200);
  });

  test('a key is not had by the password alone', async () => {
    const { org, person } = await withSecondFactor();
    const client = new ChatClient({ ...org.chat, api_key: '' });
    const ask = () => client.post('/fetch_api_key', { username: org.chat.email, password: PASSWORD });
    const refused = await ask();
    assert.deepEqual([refused.status, refused.json.code], [401, 'PASSWORD_AUTH_DISABLED']);
    await services.database.transaction((tx) => doEndSecondFactor(tx, person));
    assert.equal((await ask()).json.result, 'success');
  });

  test('nor is a token for a worker’s device, and the log has that it was asked for', async (t) => {
    const { dispatch, organization_id: organizationId } = await server.organization();
    const api = new DispatchClient(dispatch);
    const [{ id }] = (await api.get('/admins')).json;
    await api.post('/teams', { name: 'North', workers: [], managers: [id] });
    const phone = '+14155550181';
    const given = { organizationId, team: 'North', name: 'Dora Driver', phone };
    const { password } = await createWorkerForCli(services, given);
    const [person] = await loadPeopleByPhones(services.database.reader, organizationId, [phone]);
    await turnOn(person!);
    // Another process on the same database; its log is read.
    const lines: { security?: { event: string; api: string } }[] = [];
    const there = await startServer({
      config: { ...services.config, port: 0 },
      log: createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
      clock: server.clock,
      connectionString: server.connectionString,
    });
    t.after(() => there.close());
    const refusals = () =>
      lines.flatMap(({ security }) => (security?.event === 'sign_in_refused' ? [security.api] : []));
    const device = new DispatchClient({ url: there.url, token: '' });
    const ask = () => device.post('/driver/sign-in', { phone, password });
    const refused = await ask();
    assert.deepEqual([refused.status, refused.json.message.error, refused.json.token], [401, 1100, undefined]);
    assert.match(refused.json.message.cause, /second factor/);
    assert.deepEqual(refusals(), ['dispatch']);
    // The wrong password is told nothing of it.
    const wrong = await device.post('/driver/sign-in', { phone, password: 'wrong password' });
    assert.doesNotMatch(wrong.text, /second factor/);
    assert.deepEqual(refusals(), ['dispatch', 'dispatch']);
    await services.database.transaction((tx) => doEndSecondFactor(tx, person!));
    assert.equal((await ask()).status, 200);
    assert.equal(refusals().length, 2);
  });

  test('codes are guessed a few times only', async () => {
    await using limited = await startTestServer({ rateLimits: true });
    const org = await limited.organization();
    const person = (await loadVerifiedPerson(limited.services.database.reader, org.organization_id, org.chat.email))!;
    await limited.services.database.transaction((tx) =>
      tx.run(sql`
        update platform.people set totp_secret = ${limited.services.secrets.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')},
          second_factor_at = now() where id = ${person.id}`),
    );
    const browser = new SessionBrowser(limited.url);
    const { challenge } = (await browser.signIn(org.chat.email, PASSWORD)).json;
    const statuses = new Set<number>();
    for (let n = 0; n < 25; n++) statuses.add((await browser.post('/api/session', { challenge, code: 'none' })).status);
    assert.deepEqual([...statuses].sort(), [401, 429]);
  });
});
