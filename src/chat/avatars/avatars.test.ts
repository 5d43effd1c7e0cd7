import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import type { ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { changeState, makePerson, makeStranger } from '../../../tests/harness/people.ts';
import { animatedGif, lyingPng, photo } from '../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { usedBytes } from '../../platform/files/files.ts';
import { initialsOf } from './initials.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization();
const { organization_id: organizationId } = organization;
const ann = await makePerson(server, organization, { name: 'Ann Adler' });
const bob = await makePerson(server, organization, { name: 'Bob <i>' });
const stone = await makePerson(server, organization, { name: 'Stan Stone' });
const stranger = await makeStranger(server);

const basic = ({ email, key }: ChatClient) => ({
  authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
});

async function upload(client: ChatClient, content: Buffer, headers: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new Blob([content as unknown as string]), 'me.jpg');
  const init = { method: 'POST', body: form, headers: { ...basic(client), ...headers } };
  const response = await fetch(`${server.url}/api/v1/users/me/avatar`, init);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  return { status: response.status, json: (await response.json()) as any };
}
const get = (client: ChatClient | undefined, address: string) =>
  fetch(new URL(address, server.url), { headers: client ? basic(client) : {} });

test('whoever has no picture is drawn by their initials, unless the client computes one itself', async () => {
  const urlFor = async (client_gravatar?: boolean) =>
    (await bob.client.get(`/users/${ann.id}`, { client_gravatar })).json.user.avatar_url;
  assert.deepEqual([await urlFor(), await urlFor(true), await urlFor(false)], [null, null, `/avatar/${ann.id}/1`]);
  const drawn = await get(bob.client, `/avatar/${ann.id}/1`);
  assert.equal(drawn.headers.get('content-type'), 'image/svg+xml');
  assert.match(await drawn.text(), />AA<\/text>/);
  assert.match(await (await get(ann.client, `/avatar/${bob.id}`)).text(), />BI<\/text>/);
  for (const [name, initials] of [
    ['żaneta', 'Ż'],
    ['Jo van der Berg', 'JB'],
    ['(x) y', 'XY'],
    ['…', '?'],
  ])
    assert.equal(initialsOf(name!), initials);
});

test('a picture is set, cut to a square without metadata, told of, replaced and taken away', async () => {
  const queue = await QueueReader.register(bob.client, { event_types: ['realm_user'] });
  const set = await upload(ann.client, await photo(900, 600));
  assert.deepEqual(set.json.avatar_url, `/avatar/${ann.id}/2`);
  const [event] = await queue.collect('realm_user', 1);
  assert.deepEqual(event!.person, {
    user_id: ann.id,
    avatar_source: 'U',
    avatar_url: `/avatar/${ann.id}/2`,
    avatar_url_medium: `/avatar/${ann.id}/2/medium`,
    avatar_version: 2,
  });
  const shown = await get(bob.client, set.json.avatar_url);
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png']);
  assert.match(shown.headers.get('cache-control') ?? '', /immutable/);
  // Another organization of this host may have a user of the same ID: a browser keeps a picture for one sign-in.
  assert.equal(shown.headers.get('vary'), 'Authorization, Cookie');
  const bytes = Buffer.from(await shown.arrayBuffer());
  const { width, height, exif } = await sharp(bytes).metadata();
  assert.deepEqual([width, height, exif], [500, 500, undefined]);
  assert.equal((await bob.client.get(`/users/${ann.id}`)).json.user.avatar_version, 2);
  const { id } = (await ann.client.post('/messages', { type: 'direct', to: [bob.id], content: 'x' })).json;
  assert.equal((await bob.client.get(`/messages/${id}`)).json.message.avatar_url, set.json.avatar_url);
  const page = (await bob.client.get('/messages', { message_ids: [id], client_gravatar: true })).json;
  assert.equal(page.messages[0].avatar_url, set.json.avatar_url);

  const moving = await upload(ann.client, await animatedGif(60, 60, 2), { 'idempotency-key': 'a' });
  assert.equal(moving.json.avatar_url, `/avatar/${ann.id}/3`);
  assert.equal((await get(bob.client, `/avatar/${ann.id}/3/medium`)).headers.get('content-type'), 'image/webp');
  assert.deepEqual(
    (await upload(ann.client, await animatedGif(60, 60, 2), { 'idempotency-key': 'a' })).json,
    moving.json,
  );

  assert.deepEqual((await ann.client.delete('/users/me/avatar')).json.avatar_url, `/avatar/${ann.id}/4`);
  assert.equal((await get(bob.client, `/avatar/${ann.id}/4`)).headers.get('content-type'), 'image/svg+xml');
  assert.equal(await usedBytes(server.services.database.reader, organizationId), 0);
});

test('state and events leave pictures to the clients that say so', async () => {
  for (const client_gravatar of [true, false, undefined]) {
    const computes = client_gravatar !== false;
    const queue = await QueueReader.register(bob.client, { event_types: ['realm_user', 'message'], client_gravatar });
    const { realm_users } = (await bob.client.post('/register', { fetch_event_types: ['realm_user'], client_gravatar }))
      .json;
    const known = realm_users.find(({ user_id }: { user_id: number }) => user_id === stone.id);
    assert.equal(known.avatar_url, computes ? null : `/avatar/${stone.id}/1`);
    await stone.client.post('/messages', { type: 'direct', to: [bob.id], content: 'x' });
    const [sent] = await queue.collect('message', 1);
    assert.equal((sent!.message as { avatar_url: unknown }).avatar_url, computes ? null : `/avatar/${stone.id}/1`);
    const made = await makePerson(server, organization, { name: `New Comer ${client_gravatar}` });
    const [added] = await queue.collect('realm_user', 1);
    const { avatar_url } = added!.person as { avatar_url: unknown };
    assert.equal(avatar_url, computes ? null : `/avatar/${made.id}/1`);
  }
});

test('what is no picture is refused, and so is everybody where only administrators may change theirs', async () => {
  for (const bad of [Buffer.from('no picture'), lyingPng(60_000, 60_000), lyingPng(50, 50)]) {
    const { status, json } = await upload(ann.client, bad);
    assert.deepEqual([status, json.code], [400, 'BAD_IMAGE']);
  }
  assert.equal((await upload(ann.client, Buffer.alloc(5 * 1024 ** 2 + 1))).json.code, 'PAYLOAD_TOO_LARGE');
  await changeState(server, organizationId, (tx) =>
    tx.run(
      sql`update chat.realms set settings = '{"avatar_changes_disabled": true}' where organization_id = ${organizationId}`,
    ),
  );
  assert.match((await upload(ann.client, await photo(9, 9))).json.msg, /disabled/);
  assert.match((await ann.client.delete('/users/me/avatar')).json.msg, /disabled/);
});

test('pictures are for the people of the organization', async () => {
  assert.equal((await get(undefined, `/avatar/${ann.id}/1`)).status, 401);
  assert.equal((await get(stranger.client, `/avatar/${ann.id}/1`)).status, 404);
  assert.equal((await get(ann.client, '/avatar/x')).status, 404);
});
