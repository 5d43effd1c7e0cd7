import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { png } from '../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization({ name: 'Bay Couriers' });
const { organization_id: organizationId } = organization;
const owner = new ChatClient(organization.chat);
const ann = await makePerson(server, organization, { name: 'Ann Adler' });

async function upload(client: ChatClient, path: string, content: Buffer) {
  const form = new FormData();
  form.append('file', new Blob([content as unknown as string]), 'icon.png');
  const authorization = `Basic ${Buffer.from(`${client.email}:${client.key}`).toString('base64')}`;
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  return { status: response.status, json: (await response.json()) as any };
}
const get = (address: string) => fetch(new URL(address, server.url));

test('icon and logos are set, told of, shown to everybody and taken away; without one the initials are drawn', async () => {
  const queue = await QueueReader.register(ann.client, { event_types: ['realm'], fetch_event_types: ['realm'] });
  const { realm_icon_url, realm_icon_source, realm_logo_source } = queue.state;
  assert.deepEqual(
    [realm_icon_url, realm_icon_source, realm_logo_source],
    [`/realm_pictures/${organizationId}/icon/1`, 'G', 'D'],
  );
  assert.match(await (await get(realm_icon_url)).text(), />BC<\/text>/);
  for (const [path, property, name] of [
    ['/realm/icon', 'icon', 'icon'],
    ['/realm/logo', 'logo', 'logo'],
    ['/realm/logo?night=true', 'night_logo', 'logo'],
  ] as const) {
    assert.equal((await upload(owner, path, await png(50, 40))).json.result, 'success');
    const [event] = await queue.collect('realm', 1);
    const address = `/realm_pictures/${organizationId}/${property}/2`;
    assert.deepEqual(
      [event!.op, event!.property, event!.data],
      ['update_dict', property, { [`${name}_url`]: address, [`${name}_source`]: 'U' }],
    );
    assert.equal((await get(address)).headers.get('content-type'), 'image/png');
    const state = (await ann.client.post('/register', { fetch_event_types: ['realm'] })).json;
    assert.deepEqual([state[`realm_${property}_url`], state[`realm_${property}_source`]], [address, 'U']);
  }
  const { json } = await ann.client.get('/server_settings');
  assert.equal(new URL(json.realm_icon, server.url).pathname, `/realm_pictures/${organizationId}/icon/2`);
  assert.equal((await owner.delete('/realm/icon')).status, 200);
  const [gone] = await queue.collect('realm', 1);
  assert.deepEqual(gone!.data, { icon_url: `/realm_pictures/${organizationId}/icon/3`, icon_source: 'G' });
  assert.equal((await owner.delete('/realm/logo', { night: true })).status, 200);
});

test("they are the administrators' to change, and must be pictures", async () => {
  for (const path of ['/realm/icon', '/realm/logo'])
    assert.equal((await upload(ann.client, path, await png(5, 5))).json.code, 'UNAUTHORIZED_PRINCIPAL');
  assert.equal((await ann.client.delete('/realm/icon')).json.code, 'UNAUTHORIZED_PRINCIPAL');
  assert.equal((await upload(owner, '/realm/icon', Buffer.from('none'))).json.code, 'BAD_IMAGE');
  for (const address of ['/realm_pictures/none/icon/1', `/realm_pictures/${organizationId}/other/1`])
    assert.equal((await get(address)).status, 404);
  assert.match(await (await get('/realm_pictures/server/icon/1')).text(), />H<\/text>/);
});
