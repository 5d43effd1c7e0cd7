import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { generateSync } from 'otplib';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { sql } from '../../platform/db/sql.ts';
import { loadPerson } from '../../platform/people/access.ts';
import { doChangePassword } from '../../platform/people/actions.ts';
import { doBeginSecondFactor, doConfirmSecondFactor } from '../../platform/people/second-factor.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const fleet = await startFleet(server);
const { api, organization } = fleet;
const { reader } = server.services.database;

const linkOf = async (worker: string, client = api): Promise<string> => {
  const answer = await client.post(`/workers/${worker}/sign-in-links`, {});
  assert.equal(answer.status, 200, answer.text);
  return new URL(answer.json.url).pathname;
};
const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1);
const personOf = async (worker: string) =>
  (await reader.first(sql<{ id: string }>`select person_id as id from dispatch.workers where id = ${worker}`))!.id;
const sessionsOf = async (worker: string) =>
  (
    await reader.all(sql`
    select from platform.credentials where kind = 'session' and revoked_at is null and subject = ${await personOf(worker)}`)
  ).length;
const browse = () => new FormBrowser(server.url);

test('a phone is signed in by the button, not by looking at the link, and once', async () => {
  const { id } = await fleet.worker();
  const link = await linkOf(id);
  for (const appearances of [1, 2]) assert.equal((await browse().open(link)).status, 200, `look ${appearances}`);
  const phone = await browse().open(link);
  assert.match(phone.text, /Dora Driver, sign in to drive for/);
  await phone.submit('Sign in');
  assert.ok([...phone.cookies.keys()].includes('hubbub'), phone.text);
  const browser = Object.assign(new SessionBrowser(server.url), { cookie: `hubbub=${phone.cookies.get('hubbub')}` });
  const { json } = await browser.get('/api/session');
  assert.deepEqual(json.apps, { chat: null, dispatch: null, driver: { workerId: id } });
  const again = await browse().open(link);
  assert.deepEqual([again.status, again.title], [404, 'This link no longer works']);
  assert.equal(new URL(again.link('Sign in'), server.url).pathname, '/driver');
  const { json: refused } = await new SessionBrowser(server.url).post('/api/session', { link: tokenOf(link) });
  assert.equal(refused.code, 'sign_in_expired');
});

test('of two at once one gets the session', async () => {
  const { id } = await fleet.worker();
  const link = tokenOf(await linkOf(id));
  const answers = await Promise.all([1, 2, 3].map(() => new SessionBrowser(server.url).post('/api/session', { link })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
  assert.equal(await sessionsOf(id), 1);
});

test('it holds for ten minutes, until the next one is made, and while the worker is there', async () => {
  const { id } = await fleet.worker();
  const first = await linkOf(id);
  const second = await linkOf(id);
  assert.deepEqual([(await browse().open(first)).status, (await browse().open(second)).status], [404, 200]);
  server.clock.advance(10 * 60_000);
  assert.equal((await browse().open(second)).status, 404);
  const third = await linkOf(id);
  const opened = await browse().open(third);
  assert.equal((await api.delete(`/workers/${id}`)).status, 200);
  await opened.submit('Sign in');
  assert.deepEqual([opened.status, opened.title], [404, 'This link no longer works']);
  assert.equal((await browse().open('/in/nothing')).status, 404);
  const made = await Promise.all([1, 2, 3].map(async () => linkOf((await fleet.worker()).id)));
  assert.equal(new Set(made).size, 3);
});

test('several made at once of one worker leave one that holds', async () => {
  const { id } = await fleet.worker();
  const links = await Promise.all([1, 2, 3, 4].map(() => linkOf(id)));
  const statuses = await Promise.all(links.map(async (link) => (await browse().open(link)).status));
  assert.deepEqual(statuses.sort(), [200, 404, 404, 404]);
});

test('dispatchers make it for workers whom they see and may change', async () => {
  await fleet.team('South');
  const { id } = await fleet.worker(undefined, 'South');
  const { client: manager } = await makeDispatcher(server, fleet, [fleet.north]);
  const refused = await manager.post(`/workers/${id}/sign-in-links`, {});
  assert.equal(refused.json.message?.error, 1402, refused.text);
  const stranger = new DispatchClient((await server.organization()).dispatch);
  assert.equal((await stranger.post(`/workers/${id}/sign-in-links`, {})).json.message?.error, 1402);
  const own = await fleet.worker();
  assert.match(await linkOf(own.id, manager), /^\/in\//);
  assert.equal((await own.driver.post(`/workers/${own.id}/sign-in-links`, {})).status, 403);
});

test('a second factor is asked for as ever, and a wrong code leaves the link', async () => {
  const { id } = await fleet.worker();
  const person = { organizationId: organization, id: await personOf(id) };
  const { services, clock } = server;
  const codeNow = (secret: string) => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });
  const secret = await services.database.transaction(async (tx) => {
    const begun = await doBeginSecondFactor(tx, services, person, { issuer: 'Couriers', label: 'Dora' });
    await doConfirmSecondFactor(tx, services, person, codeNow(begun!.secret));
    return begun!.secret;
  });
  clock.advance(60_000);
  const phone = await browse().open(await linkOf(id));
  assert.match(phone.html, /name="code"[^>]* autocomplete="one-time-code"/);
  await phone.submit('Sign in', { code: '000000' });
  assert.deepEqual([phone.status, /This code is wrong/.test(phone.text)], [403, true]);
  await phone.submit('Sign in', { code: codeNow(secret) });
  assert.ok(phone.cookies.has('hubbub'));
  const link = tokenOf(await linkOf(id));
  const answers = [];
  clock.advance(60_000);
  for (const code of [undefined, '000000', codeNow(secret)])
    answers.push((await new SessionBrowser(server.url).post('/api/session', { link, code })).json.code);
  assert.deepEqual(answers, ['code_needed', 'wrong_code', undefined]);
});

test('nobody who is more than a worker is let in by what a dispatcher makes', async () => {
  const { id } = await fleet.worker();
  const person = await personOf(id);
  const link = await linkOf(id);
  const email = 'both@couriers.example';
  const { database } = server.services;
  await database.transaction((tx) =>
    tx.run(sql`
      update dispatch.administrators set person_id = ${person}
      where id = (select id from dispatch.administrators where organization_id = ${organization} and type = 'super')`),
  );
  const { status } = await new SessionBrowser(server.url).post('/api/session', { link: tokenOf(link) });
  assert.deepEqual([status, await sessionsOf(id)], [401, 0]);
  await database.transaction((tx) => tx.run(sql`update platform.people set email = ${email} where id = ${person}`));
  const refused = await api.post(`/workers/${id}/sign-in-links`, {});
  assert.deepEqual([refused.status, refused.json.message?.error], [400, 1000]);
});

test('who was signed in with the phone before is signed out', async () => {
  const [before, next] = [await fleet.worker(), await fleet.worker()];
  const phone = await browse().open(await linkOf(before.id));
  await phone.submit('Sign in');
  await phone.open(await linkOf(next.id));
  assert.match(phone.text, /signs out anyone/);
  await phone.submit('Sign in');
  assert.deepEqual([await sessionsOf(before.id), await sessionsOf(next.id)], [0, 1]);
  const third = await fleet.worker();
  const app = Object.assign(new SessionBrowser(server.url), { cookie: `hubbub=${phone.cookies.get('hubbub')}` });
  assert.equal((await app.post('/api/session', { link: tokenOf(await linkOf(third.id)) })).status, 200);
  assert.deepEqual([await sessionsOf(next.id), await sessionsOf(third.id)], [0, 1]);
  // Also of another organization: the browser has no cookie for it any more.
  const { browser: owner } = await signedInOwner(server);
  const same = Object.assign(new SessionBrowser(server.url), { cookie: owner.cookie });
  assert.equal((await same.post('/api/session', { link: tokenOf(await linkOf(before.id)) })).status, 200);
  assert.deepEqual([await sessionsOf(before.id), (await owner.get('/api/session')).status], [1, 401]);
});

test('who chooses a password leaves no link that was shown before', async () => {
  const { id } = await fleet.worker();
  const link = await linkOf(id);
  const person = await loadPerson(reader, organization, await personOf(id));
  const { database } = server.services;
  const change = { before: person!.passwordHash, after: 'another' };
  assert.ok(await database.transaction((tx) => doChangePassword(tx, person!, change)));
  assert.equal((await browse().open(link)).status, 404);
});
