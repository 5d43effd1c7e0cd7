import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { animatedGif, png } from '../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });
const gustav = await makePerson(server, org, { name: 'Gustav Guest', role: 600 });
const picture = await png(100, 50);

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

async function upload(client: ChatClient, name: string, bytes = picture, headers = {}) {
  const authorization = `Basic ${Buffer.from(`${client.email}:${client.key}`).toString('base64')}`;
  const body = new FormData();
  body.set('filename', new Blob([new Uint8Array(bytes)]), 'x.png');
  const answer = await fetch(`${server.url}/api/v1/realm/emoji/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body,
  });
  return (await answer.json()) as { result: string; msg: string; code?: string };
}
const list = async (client = mara.client) => ok(await client.get('/realm/emoji')).emoji;
const named = async (name: string) =>
  Object.values<{ name: string; id: string; source_url: string; still_url: string | null; deactivated: boolean }>(
    await list(),
  ).findLast((each) => each.name === name)!;
const render = async (content: string) => ok(await mara.client.post('/messages/render', { content })).rendered;

test('uploaded, shown in messages and reactions, taken out of use; everybody is told of all', async () => {
  const queue = await QueueReader.register(gustav.client, {
    event_types: ['realm_emoji'],
    fetch_event_types: ['realm_emoji'],
  });
  assert.deepEqual(queue.state.realm_emoji, {});
  assert.equal(
    (await upload(mara.client, 'Green Van')).msg.startsWith('Emoji names must contain only lowercase'),
    true,
  );
  assert.equal((await upload(mara.client, 'green van')).result, 'success');
  const van = await named('green_van');
  assert.deepEqual(await list(), {
    [van.id]: {
      id: van.id,
      name: 'green_van',
      source_url: van.source_url,
      still_url: null,
      deactivated: false,
      author_id: mara.id,
    },
  });
  // The picture is public, and as large as emoji are.
  const loaded = await fetch(`${server.url}${van.source_url}`);
  assert.deepEqual([loaded.status, loaded.headers.get('content-type')], [200, 'image/png']);
  const { width, height } = await sharp(await loaded.arrayBuffer()).metadata();
  assert.deepEqual([width, height], [64, 32]);

  const img = `<img alt=":green_van:" class="emoji" src="${van.source_url}" title="green van">`;
  assert.equal(await render('a :green_van: b'), `<p>a ${img} b</p>`);
  const sent = ok(await owner.post('/messages', { type: 'direct', to: [mara.id], content: ':green_van:' }));
  const reactions = `/messages/${sent.id}/reactions`;
  ok(await mara.client.post(reactions, { emoji_name: 'green_van' }));
  ok(await owner.post(reactions, { emoji_name: 'green_van', emoji_code: van.id, reaction_type: 'realm_emoji' }));
  const message = ok(await owner.get(`/messages/${sent.id}`)).message;
  assert.equal(message.content, `<p>${img}</p>`);
  assert.deepEqual(
    message.reactions.map(({ emoji_code, reaction_type }: Record<string, string>) => [emoji_code, reaction_type]),
    [
      [van.id, 'realm_emoji'],
      [van.id, 'realm_emoji'],
    ],
  );
  ok(await mara.client.delete(reactions, { emoji_name: 'green_van' }));

  ok(await mara.client.delete('/realm/emoji/green_van'));
  assert.equal((await named('green_van')).deactivated, true);
  assert.equal(await render(':green_van:'), '<p>:green_van:</p>');
  for (const [given, msg] of [
    [{ emoji_name: 'green_van' }, "Emoji 'green_van' does not exist"],
    [{ emoji_name: 'x', emoji_code: '99999', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
  ] as const)
    assert.equal((await mara.client.post(reactions, given)).json.msg, msg);
  // Joining an existing reaction works with any emoji.
  ok(await mara.client.post(reactions, { emoji_name: 'green_van', emoji_code: van.id, reaction_type: 'realm_emoji' }));
  ok(await owner.delete(reactions, { emoji_name: 'green_van', emoji_code: van.id, reaction_type: 'realm_emoji' }));
  ok(
    await mara.client.delete(reactions, { emoji_name: 'green_van', emoji_code: van.id, reaction_type: 'realm_emoji' }),
  );
  const last = await mara.client.post(reactions, {
    emoji_name: 'green_van',
    emoji_code: van.id,
    reaction_type: 'realm_emoji',
  });
  assert.equal(last.json.msg, 'This custom emoji has been deactivated.');
  assert.equal((await fetch(`${server.url}${van.source_url}`)).status, 200);

  const events = await queue.collect('realm_emoji', 2);
  assert.deepEqual(
    events.map(({ op, realm_emoji }) => [op, realm_emoji[van.id].deactivated]),
    [
      ['update', false],
      ['update', true],
    ],
  );
  assert.deepEqual(Object.keys(events[0]!).sort(), ['id', 'op', 'realm_emoji', 'type']);
  assert.equal(
    ok(await gustav.client.post('/register', { fetch_event_types: ['realm_emoji'] })).realm_emoji[van.id].deactivated,
    true,
  );
  // The name is free again.
  assert.equal((await upload(mara.client, 'green_van')).result, 'success');
  assert.notEqual((await named('green_van')).id, van.id);
});

test('an animated one has a still', async () => {
  assert.equal((await upload(mara.client, 'blinking', await animatedGif(20, 20, 3))).result, 'success');
  const { source_url, still_url } = await named('blinking');
  const [moving, still] = await Promise.all([source_url, still_url].map(async (path) => fetch(`${server.url}${path}`)));
  assert.deepEqual(
    [moving!.headers.get('content-type'), still!.headers.get('content-type')],
    ['image/webp', 'image/png'],
  );
  assert.equal((await sharp(await moving!.arrayBuffer(), { animated: true }).metadata()).pages, 3);
  assert.equal((await fetch(`${server.url}${source_url.replace('.webp', '.png')}`)).status, 404);
  assert.equal((await fetch(`${server.url}/user_avatars/emoji/${'x'.repeat(24)}.png`)).status, 404);
});

test('what is refused, and leaves nothing', async () => {
  const before = await list();
  for (const [who, name, msg, code = 'BAD_REQUEST', bytes = picture] of [
    [mara, 'blinking', 'A custom emoji with this name already exists.'],
    [mara, 'zulip', 'A custom emoji with this name already exists.'],
    [mara, 'van_', 'Emoji names must end with either a letter or digit.'],
    [mara, ' ', 'Emoji name is missing'],
    [mara, 'smile', 'Only administrators can override default emoji.'],
    [gustav, 'gift', 'Insufficient permission'],
    [mara, 'broken', 'Could not decode image; did you upload an image file?', 'BAD_IMAGE', Buffer.from('<svg/>')],
    [mara, 'nothing', 'The uploaded file is empty', 'BAD_REQUEST', Buffer.alloc(0)],
  ] as const) {
    const answer = await upload(who.client, name, bytes);
    assert.deepEqual([answer.code, answer.msg], [code, msg], name);
  }
  assert.deepEqual(await list(), before);
  assert.equal((await upload(owner, 'smile')).result, 'success');
  assert.match(await render(':smile:'), /<img alt=":smile:"/);
  for (const [who, name, msg] of [
    [gustav, 'blinking', 'Must be an organization administrator or emoji author'],
    [mara, 'smile', 'Must be an organization administrator or emoji author'],
    [mara, 'nowhere', "Emoji 'nowhere' does not exist"],
  ] as const)
    assert.equal((await who.client.delete(`/realm/emoji/${name}`)).json.msg, msg);
  ok(await owner.delete('/realm/emoji/blinking'));
  // Another organization has none of them.
  const other = new ChatClient((await server.organization()).chat);
  assert.deepEqual(await list(other), {});
  assert.equal((await other.delete('/realm/emoji/smile')).json.msg, "Emoji 'smile' does not exist");
});

test('of two at once one is made, and a retry makes no second', async () => {
  const answers = await Promise.all([upload(mara.client, 'twin'), upload(mara.client, 'twin')]);
  assert.deepEqual(answers.map(({ result }) => result).sort(), ['error', 'success']);
  const key = { 'idempotency-key': 'once' };
  for (const answer of [
    await upload(mara.client, 'single', picture, key),
    await upload(mara.client, 'single', picture, key),
  ])
    assert.equal(answer.result, 'success', answer.msg);
  const singles = Object.values<{ name: string }>(await list()).filter(({ name }) => name === 'single');
  assert.equal(singles.length, 1);
});
