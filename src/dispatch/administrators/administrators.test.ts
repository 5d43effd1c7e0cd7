import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';
import { loadPeopleByEmail } from '../../platform/people/access.ts';
import { doChangePassword } from '../../platform/people/actions.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

async function client() {
  const { dispatch, organization_id } = await server.organization();
  const api = new DispatchClient({ ...dispatch, url: server.url });
  const [owner] = (await api.get('/admins')).json;
  return { api, owner, organizationId: organization_id };
}

test('the creator of the organization is its only super administrator', async () => {
  const { api, owner } = await client();
  assert.equal(owner.type, 'super');
  assert.equal(owner.isActive, true);
  const dana = { name: 'Dana', email: 'dana@couriers.example' };
  assert.equal((await api.post('/admins', { ...dana, type: 'super' })).json.message.error, 1000);
  const made = await api.post('/admins', { ...dana, type: 'standard' });
  assert.equal(made.json.type, 'standard');
  // The type of an administrator cannot be changed; sending it back as read is accepted.
  for (const change of [{ type: 'super' }, { isActive: true }])
    assert.equal((await api.put(`/admins/${made.json.id}`, change)).json.message.error, 1000);
  assert.equal((await api.put(`/admins/${owner.id}`, { type: 'standard' })).json.message.error, 1000);
  assert.equal((await api.put(`/admins/${made.json.id}`, { ...made.json, name: 'Dana D.' })).json.name, 'Dana D.');
  assert.deepEqual(
    (await api.get('/admins')).json.map((row: { type: string }) => row.type),
    ['super', 'standard'],
  );
  const refusal = await api.delete(`/admins/${owner.id}`);
  assert.deepEqual([refusal.status, refusal.json.message.error], [400, 1000]);
  assert.equal((await api.put(`/admins/${owner.id}`, { isReadOnly: true })).json.message.error, 1000);
});

test('create, confirm by e-mail, change, delete', async () => {
  const { api, organizationId } = await client();
  const created = await api.post('/admins', {
    name: 'Dana',
    email: 'Dana@couriers.example',
    phone: '415 555 0112',
    isReadOnly: true,
  });
  assert.equal(created.status, 200, created.text);
  const { id, timeCreated, timeLastModified, ...rest } = created.json;
  assert.equal(timeCreated, timeLastModified);
  assert.deepEqual(rest, {
    organization: organizationId,
    email: 'Dana@couriers.example',
    type: 'standard',
    name: 'Dana',
    isActive: false,
    isReadOnly: true,
    isAccountOwner: false,
    phone: '+14155550112',
    teams: [],
    metadata: [],
  });
  const [mail] = await listOutbox(server.services.database.reader, organizationId);
  assert.equal(mail?.channel, 'email');
  assert.equal(mail?.recipient, 'Dana@couriers.example');
  assert.match(mail?.body ?? '', new RegExp(`${server.url}/join/[A-Za-z0-9]{32}`));
  const changed = await api.put(`/admins/${id}`, {
    name: 'Dana D.',
    isReadOnly: false,
    metadata: { $set: [{ name: 'desk', type: 'number', value: 4 }] },
  });
  assert.equal(changed.json.name, 'Dana D.');
  assert.equal(changed.json.isReadOnly, false);
  const query = [{ name: 'desk', type: 'number', value: 4 }];
  assert.deepEqual((await api.post('/admins/metadata', query)).json, [changed.json]);
  assert.equal((await api.delete(`/admins/${id}`)).status, 200);
  assert.equal((await api.delete(`/admins/${id}`)).status, 404);
  assert.equal((await api.put(`/admins/${id}`, { name: 'x' })).json.message.error, 1402);
  assert.equal((await api.put('/admins/x', { name: 'x' })).json.message.error, 1005);
});

test('another address is that of the person only until they have a password', async () => {
  const { api, organizationId } = await client();
  const { database } = server.services;
  const { id } = (await api.post('/admins', { name: 'Uma', email: 'uma@couriers.example' })).json;
  const people = (email: string) => loadPeopleByEmail(database.reader, organizationId, email);
  assert.equal((await api.put(`/admins/${id}`, { email: 'uma2@couriers.example' })).status, 200);
  const [person] = await people('uma2@couriers.example');
  assert.ok(person);
  await database.transaction((tx) => doChangePassword(tx, person, { before: null, after: 'a hash' }));
  server.clock.advance(60_000);
  const moved = await api.put(`/admins/${id}`, { email: 'thief@couriers.example' });
  assert.equal(moved.json.email, 'thief@couriers.example');
  assert.equal((await people('thief@couriers.example')).length, 0);
  assert.equal((await people('uma2@couriers.example')).length, 1);
});

test('an e-mail address is unique in any case, also when created at once', async () => {
  const { api, owner } = await client();
  const answers = await Promise.all(
    ['eve@couriers.example', 'EVE@couriers.example', 'Eve@Couriers.example', 'eve@couriers.example'].map((email) =>
      api.post('/admins', { name: 'Eve', email }),
    ),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  for (const { json } of answers.filter((answer) => answer.status !== 200)) {
    assert.equal(json.message.error, 1004);
    assert.equal(json.message.cause.key, 'email');
  }
  const id = answers.find((answer) => answer.status === 200)?.json.id;
  assert.equal((await api.put(`/admins/${id}`, { email: owner.email.toUpperCase() })).json.message.error, 1004);
});

test('the only manager of a team stays', async () => {
  const { api, owner } = await client();
  const { json: dana } = await api.post('/admins', { name: 'Dana', email: 'dana2@couriers.example' });
  const { json: team } = await api.post('/teams', { name: 'North', workers: [], managers: [dana.id] });
  assert.deepEqual((await api.get('/admins')).json[1].teams, [team.id]);
  const refusal = await api.delete(`/admins/${dana.id}`);
  assert.deepEqual([refusal.status, refusal.json.message.error], [400, 1000]);
  await api.put(`/teams/${team.id}`, { managers: [dana.id, owner.id] });
  assert.equal((await api.delete(`/admins/${dana.id}`)).status, 200);
  assert.deepEqual((await api.get(`/teams/${team.id}`)).json.managers, [owner.id]);
});

test('of the managers of a team one remains, whatever happens at once', async () => {
  const { api } = await client();
  const admins = await Promise.all(
    ['a', 'b', 'c'].map((name) => api.post('/admins', { name, email: `${name}@couriers.example` })),
  );
  const ids = admins.map((admin) => admin.json.id);
  const { json: team } = await api.post('/teams', { name: 'North', workers: [], managers: ids });
  const answers = await Promise.all(ids.map((id) => api.delete(`/admins/${id}`)));
  assert.equal(answers.filter((answer) => answer.status === 200).length, 2);
  assert.equal((await api.get(`/teams/${team.id}`)).json.managers.length, 1);
});

test('what is refused', async () => {
  const { api } = await client();
  const make = async (body: object) => (await api.post('/admins', body)).json.message.error;
  assert.equal(await make({ name: 'x' }), 1900);
  assert.equal(await make({ email: 'x@couriers.example' }), 1900);
  assert.equal(await make({ name: 'x', email: 'nobody' }), 1000);
  assert.equal(await make({ name: 'x', email: 5 }), 1005);
  assert.equal(await make({ name: 'x', email: 'x@couriers.example', phone: '12' }), 1000);
  assert.equal(await make({ name: 'x', email: 'x@couriers.example', isReadOnly: 'yes' }), 1005);
});

test('the link of the confirmation e-mail completes the registration, once', async () => {
  const { api, organizationId } = await client();
  const { json } = await api.post('/admins', { name: 'Ann', email: 'a&b@couriers.example' });
  const [mail] = await listOutbox(server.services.database.reader, organizationId);
  const link = /http\S+/.exec(mail?.body ?? '')?.[0] ?? '';
  const page = await fetch(link);
  assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  assert.match(await page.text(), /a&amp;b@couriers\.example/);
  const choose = (password: string, at = link) =>
    new FormBrowser(server.url).open(at).then(async (browser) => {
      if (browser.status === 200) await browser.submit('Join', { password });
      return browser.status;
    });
  for (const bad of ['mQ7tRw2Lx', 'Password123!']) assert.equal(await choose(bad), 400, bad);
  assert.equal(await choose('long enough a password', `${link}x`), 404);
  const isActive = async () =>
    (await api.get('/admins')).json.find((row: { id: string }) => row.id === json.id).isActive;
  assert.equal(await isActive(), false);
  const browsers = [await new FormBrowser(server.url).open(link), await new FormBrowser(server.url).open(link)];
  await Promise.all(browsers.map((browser) => browser.submit('Join', { password: 'long enough a password' })));
  assert.deepEqual(browsers.map(({ status }) => status).sort(), [200, 404]);
  assert.equal(await isActive(), true);
  assert.equal((await fetch(link)).status, 404);
});

test('the link of the confirmation e-mail grows old', async () => {
  const { api, organizationId } = await client();
  await api.post('/admins', { name: 'Ann', email: 'ann@couriers.example' });
  const [mail] = await listOutbox(server.services.database.reader, organizationId);
  const link = /http\S+/.exec(mail?.body ?? '')?.[0] ?? '';
  assert.equal((await fetch(link)).status, 200);
  server.clock.advance(15 * 86_400_000);
  assert.equal((await fetch(link)).status, 404);
});

test('the teams that an administrator manages; no team loses its last manager', async () => {
  const { api, owner } = await client();
  const team = async (name: string) =>
    (await api.post('/teams', { name, workers: [], managers: [owner.id] })).json.id as string;
  const [north, south] = [await team('North'), await team('South')];
  const dana = (await api.post('/admins', { name: 'D', email: 'd@couriers.example', teams: [north] })).json;
  assert.deepEqual(dana.teams, [north]);
  assert.deepEqual((await api.put(`/admins/${dana.id}`, { teams: [south, north, south] })).json.teams, [north, south]);
  assert.deepEqual((await api.get(`/teams/${south}`)).json.managers, [owner.id, dana.id]);
  assert.deepEqual((await api.put(`/admins/${dana.id}`, { name: 'E' })).json.teams, [north, south]);

  // Both give up the same team at once: one of them has to stay.
  const both = await Promise.all([owner, dana].map(({ id }) => api.put(`/admins/${id}`, { teams: [] })));
  assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 400]);
  const refused = both.find((answer) => answer.status === 400)!.json.message;
  assert.equal(refused.error, 1000);
  assert.match(
    refused.cause,
    /^This administrator is the only manager of the team '(North|South)'\. Add another manager first\.$/,
  );
  assert.equal((await api.get(`/teams/${north}`)).json.managers.length, 1);

  const put = async (teams: unknown) => (await api.put(`/admins/${dana.id}`, { teams })).json.message.error;
  assert.equal(await put(['A'.repeat(24)]), 1402);
  assert.equal(await put(['x']), 1005);
  assert.equal(await put('x'), 1005);
  const unknown = { name: 'F', email: 'f@couriers.example', teams: ['A'.repeat(24)] };
  assert.equal((await api.post('/admins', unknown)).json.message.error, 1402);
  assert.equal((await api.get('/admins')).json.length, 2);
});

test('an invitation is sent once more, or taken back; the link that went out before opens nothing', async () => {
  const { api, owner, organizationId } = await client();
  const { id } = (await api.post('/admins', { name: 'Dana', email: 'dana@couriers.example' })).json;
  const path = `/admins/${id}/invitation`;
  const { reader } = server.services.database;
  const linkOf = (body: string) => /http\S+\/join\/\w+/.exec(body)![0];
  const links = async () => (await listOutbox(reader, organizationId)).map(({ body }) => linkOf(body));
  const opens = async (link: string) => (await fetch(link)).status;
  server.clock.advance(60_000 - (server.clock.now().getTime() % 60_000));
  const again = await api.post(path);
  assert.equal(again.status, 200, again.text);
  const soon = await api.post(path);
  assert.deepEqual([soon.status, soon.json.message.error], [429, 2300]);
  assert.equal(again.json.invitation.sentTo, 'dana@couriers.example');
  assert.ok(!again.text.includes('/join/'), 'it proves who reads mail at the address');
  const [second, first] = await links();
  assert.deepEqual([await opens(first!), await opens(second!)], [404, 200]);
  const gone = await api.delete(path);
  assert.deepEqual([gone.status, gone.text], [200, '']);
  assert.deepEqual((await api.get(path)).json, { invitation: null });
  assert.equal(await opens(second!), 404);
  server.clock.advance(60_000);
  await api.post(path);
  assert.equal(await opens((await links())[0]!), 200);
  // Another address is another invitation.
  const moveTo = (email: string) => api.put(`/admins/${id}`, { email });
  const early = await moveTo('early@couriers.example');
  assert.deepEqual([early.status, early.json.message.error], [429, 2300]);
  server.clock.advance(60_000);
  const sent = (await links()).length;
  assert.equal((await moveTo('dana.doe@couriers.example')).status, 200);
  assert.equal((await moveTo('often@couriers.example')).status, 429);
  assert.equal((await links()).length, sent + 1);
  const [, listed] = (await api.get('/admins')).json;
  assert.equal(listed.email, 'dana.doe@couriers.example');
  const refused = await api.post(`/admins/${owner.id}/invitation`);
  assert.deepEqual([refused.status, refused.json.message.error], [400, 1000]);
  const stranger = (await client()).api;
  for (const ask of [stranger.get, stranger.post, stranger.delete])
    assert.equal((await ask(path)).json.message.error, 1402);
});
