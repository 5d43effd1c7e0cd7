import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const render = async (client: ChatClient, content: string): Promise<string> =>
  ok(await client.post('/messages/render', { content })).rendered;

test('a text as it would be sent: names, emoji and mathematics; nothing is written', async () => {
  assert.equal(
    await render(owner, '@**Mara Member** *hi* :smile:'),
    `<p><span class="user-mention" data-user-id="${mara.id}">@Mara Member</span> <em>hi</em> ` +
      '<span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>',
  );
  assert.match(await render(owner, '$$x$$'), /^<p><span class="katex">/);
  assert.equal((await owner.post('/messages/render', { content: '  ' })).json.msg, 'Message must not be empty');
  assert.equal((await owner.post('/messages/render', {})).json.code, 'REQUEST_VARIABLE_MISSING');
  const { messages } = ok(await mara.client.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 }));
  assert.deepEqual(messages, []);
});

test("emoticons by the author's setting, in messages and edits", async () => {
  assert.equal(await render(mara.client, 'well :)'), '<p>well :)</p>');
  ok(await mara.client.patch('/settings', { translate_emoticons: true }));
  const smile = '<span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span>';
  assert.equal(await render(mara.client, 'well :)'), `<p>well ${smile}</p>`);
  assert.equal(await render(owner, 'well :)'), '<p>well :)</p>');
  const { id } = ok(await mara.client.post('/messages', { type: 'direct', to: [mara.id], content: 'ah :)' }));
  const content = async () => ok(await mara.client.get(`/messages/${id}`)).message.content;
  assert.equal(await content(), `<p>ah ${smile}</p>`);
  ok(await mara.client.patch(`/messages/${id}`, { content: 'oh :)' }));
  assert.equal(await content(), `<p>oh ${smile}</p>`);
});

test('a link to a topic carries its newest message that the author sees', async () => {
  const create = async (name: string, given: Record<string, unknown> = {}): Promise<number> =>
    ok(await owner.post('/channels/create', { name, subscribers: [org.chat.user_id], ...given })).id;
  const dock = await create('dock');
  const closed = await create('closed', { invite_only: true, subscribers: [org.chat.user_id, mara.id] });
  const send = async (to: number, topic: string): Promise<number> =>
    ok(await owner.post('/messages', { type: 'channel', to, topic, content: 'x' })).id;
  await send(dock, 'gates');
  const newest = await send(dock, 'Gates');
  await send(closed, 'plans');
  const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  const link = '#**dock>gates** #**dock>nothing** #**closed>plans** `#**dock>gates**`';
  const [first, second, third] = hrefs(await render(owner, link));
  assert.equal(first, `/#narrow/channel/${dock}-dock/topic/gates/with/${newest}`);
  assert.equal(second, `/#narrow/channel/${dock}-dock/topic/nothing`);
  assert.match(third!, /\/topic\/plans\/with\/\d+$/);
  // Messages from before they were subscribed are hidden from members of a channel without shared history.
  const late = await makePerson(server, org, { name: 'Lena Late' });
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'closed' }], principals: [late.id] }));
  assert.deepEqual(hrefs(await render(late.client, '#**closed>plans**')), [
    `/#narrow/channel/${closed}-closed/topic/plans`,
  ]);
});
