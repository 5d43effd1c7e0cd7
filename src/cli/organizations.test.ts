import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatClient, DispatchClient } from '../../tests/harness/clients.ts';
import { destinationAt } from '../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../tests/harness/server.ts';
import { SessionBrowser } from '../../tests/harness/session-browser.ts';
import { PASSWORD } from '../../tests/harness/visitors.ts';
import { doCloseOrganization } from '../platform/deletion/actions.ts';
import { setAddressing } from './address-commands.ts';
import { checkAddresses } from './check-addresses.ts';
import { CommandError } from './command.ts';
import { createOrganization, delegateTasks, demandSecondFactor, revokeDelegation } from './organizations.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('org create: people begin with the clock of the country, and an administrator may set another one', async () => {
  const clocksIn = async (country: string, timezone: string) => {
    const [ownerEmail, password] = [`owner@${country.toLowerCase()}.example`, PASSWORD];
    const given = { name: `Couriers ${country}`, country, timezone, ownerEmail, ownerName: 'Olive Owner' };
    const { chat } = await createOrganization(server.services, { ...given, ownerPassword: password });
    const owner = new ChatClient(chat);
    const clock = async (client: ChatClient, of: 'user_settings' | 'realm_user_settings_defaults') =>
      (
        await client.post('/register', {
          fetch_event_types: [of],
          client_capabilities: { user_settings_object: true },
        })
      ).json[of].twenty_four_hour_time;
    const newcomer = async (name: string) => {
      const email = `${name.toLowerCase()}@${country.toLowerCase()}.example`;
      assert.equal((await owner.post('/users', { email, full_name: name, password })).status, 200);
      const { api_key } = (await owner.post('/fetch_api_key', { username: email, password })).json;
      return clock(new ChatClient({ ...chat, email, api_key }), 'user_settings');
    };
    const first = [await clock(owner, 'user_settings'), await clock(owner, 'realm_user_settings_defaults')];
    const pat = await newcomer('Pat');
    const change = { twenty_four_hour_time: !first[1] };
    assert.equal((await owner.patch('/realm/user_settings_defaults', change)).status, 200);
    return [...first, pat, await newcomer('Kim')];
  };
  assert.deepEqual(await clocksIn('DE', 'Europe/Berlin'), [true, true, true, false]);
  assert.deepEqual(await clocksIn('US', 'America/Chicago'), [false, false, false, true]);
});

test('org delegate: the one names the other as executor, and not the other way round', async () => {
  const [shop, fleet] = [await server.organization(), await server.organization()];
  const { organization_id: organization } = shop;
  const to = fleet.organization_id;
  const api = new DispatchClient(shop.dispatch);
  const body = { destination: destinationAt(), executor: to, merchant: organization };
  assert.equal((await api.post('/tasks', body)).json.message.error, 1402);

  assert.deepEqual(await delegateTasks(server.services, { organization, to, fulfillment: false }), {
    organization_id: organization,
    delegatee_id: to,
    fulfillment: false,
  });
  assert.deepEqual((await api.get('/organization')).json.delegatees, [to]);
  const { json } = await api.post('/tasks', body);
  assert.deepEqual([json.executor, json.merchant, json.organization], [to, organization, organization]);
  const back = { destination: destinationAt(), executor: organization };
  assert.equal((await new DispatchClient(fleet.dispatch).post('/tasks', back)).json.message.error, 1402);

  await delegateTasks(server.services, { organization, to, fulfillment: true });
  assert.equal((await api.get(`/organizations/${to}`)).json.isFulfillment, true);
  await revokeDelegation(server.services, { organization, to });
  assert.deepEqual((await api.get('/organization')).json.delegatees, []);
  assert.equal((await api.post('/tasks', body)).json.message.error, 1402);
  assert.equal((await api.get(`/tasks/${json.id}`)).status, 200);
  await assert.rejects(revokeDelegation(server.services, { organization, to }), CommandError);
  for (const wrong of [organization, 'A'.repeat(24)])
    await assert.rejects(delegateTasks(server.services, { organization, to: wrong, fulfillment: false }), CommandError);
});

test('nothing is delegated to an organization that is shut: what it were given would go with it', async () => {
  const [shop, gone, open] = [await server.organization(), await server.organization(), await server.organization()];
  const { organization_id: organization } = shop;
  const api = new DispatchClient(shop.dispatch);
  const executors = [gone.organization_id, open.organization_id];
  for (const to of executors) await delegateTasks(server.services, { organization, to, fulfillment: false });
  const tasks = executors.map((executor) => ({ destination: destinationAt(), executor }));
  const errors = async () =>
    Promise.all(tasks.map(async (task) => (await api.post('/tasks', task)).json.message?.error));
  assert.deepEqual(
    [await errors(), (await api.get('/organization')).json.delegatees],
    [[undefined, undefined], executors],
  );
  await server.services.database.transaction((tx) => doCloseOrganization(tx, gone.organization_id));
  assert.deepEqual(
    [await errors(), (await api.get('/organization')).json.delegatees],
    [[1402, undefined], [executors[1]]],
  );
  assert.equal((await api.get(`/organizations/${executors[0]}`)).json.message.error, 1402);
  const batch = (await api.post('/tasks/batch', { tasks })).json;
  assert.deepEqual(
    [batch.tasks.length, batch.errors.map(({ error }: { error: { error: number } }) => error.error)],
    [1, [1402]],
  );
});

test('an organization has one address, nobody else’s; so has a domain', async () => {
  const { services } = server;
  const acme = await server.organization({ name: 'Acme' });
  const [again, chosen] = [await server.organization({ name: 'Acme' }), await server.organization({ address: 'own' })];
  assert.deepEqual([acme.address, again.address, chosen.address], ['acme', 'acme-2', 'own']);
  // Off, they lead nowhere yet.
  assert.equal(acme.chat.site, server.url);
  const { organization_id: id } = acme;
  const given = { address: 'acme-couriers', domain: 'chat.acme.test' };
  const shown = { organization_id: id, ...given, url: server.url };
  assert.deepEqual(await setAddressing(services, id, given), shown);
  assert.deepEqual(await setAddressing(services, id, given), shown);
  const refusals: [string, object, RegExp][] = [
    [id, { address: 'own' }, /^own is already used by another organization\.$/],
    [again.organization_id, { domain: 'chat.acme.test' }, /^chat\.acme\.test is already used/],
    [id, { domain: 'acme' }, /must be the name of a host/],
    ['A'.repeat(24), { address: 'free' }, /There is no organization/],
  ];
  for (const [organization, wrong, sentence] of refusals)
    await assert.rejects(
      setAddressing(services, organization, wrong),
      (error) => error instanceof CommandError && sentence.test(error.message),
    );
  await assert.rejects(server.organization({ address: 'own' }), CommandError);
  const together = await Promise.all(Array.from({ length: 5 }, () => server.organization({ name: 'At Once' })));
  assert.equal(new Set(together.map(({ address }) => address)).size, 5);
});

test('doctor looks up the names at which organizations are reached', async () => {
  const { services } = server;
  assert.equal((await checkAddresses(services)).state, 'ok');
  const on = { ...services, config: { ...services.config, organizationAddresses: true } };
  const publicUrl = () => 'http://localhost:9800';
  const { organization_id: id } = await server.organization();
  await setAddressing(services, id, { domain: 'nobody.invalid' });
  const { state, detail } = await checkAddresses({ ...on, publicUrl });
  assert.deepEqual([state, /nobody\.invalid/.test(detail)], ['fail', true]);
});

test('org second-factor: from then on a password alone signs nobody in', async () => {
  const { organization_id: organization, chat } = await server.organization();
  for (const [id, of] of [
    ['nobody', 'staff'],
    [organization, 'some'],
  ] as const)
    await assert.rejects(demandSecondFactor(server.services, id, of), CommandError);
  const signIn = async () => (await new SessionBrowser(server.url).signIn(chat.email, PASSWORD)).json.code;
  assert.equal(await signIn(), undefined);
  assert.deepEqual(await demandSecondFactor(server.services, organization, 'staff'), {
    organization_id: organization,
    second_factor_of: 'staff',
  });
  assert.equal(await signIn(), 'second_factor_needed');
});
