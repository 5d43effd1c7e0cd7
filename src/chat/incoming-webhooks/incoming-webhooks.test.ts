import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import type { Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { makeChannel, makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { readGithub } from './github.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization();
const ann = await makePerson(server, organization, { name: 'Ann Adler' });
const floor = await makeChannel(server, organization.organization_id, { name: 'floor', subscribers: [ann.id] });
await makeChannel(server, organization.organization_id, { name: 'vault', subscribers: [], inviteOnly: true });
const ok = ({ json, text }: Answer) => {
  assert.equal(json.result, 'success', text);
  return json;
};
const bot = ok(await ann.client.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 }));

async function hook(
  name: string,
  body: unknown,
  {
    query = { stream: 'floor' },
    key = bot.api_key,
    headers = {},
  }: {
    query?: Record<string, string>;
    key?: string;
    headers?: Record<string, string>;
  } = {},
) {
  const address = `${server.url}/api/v1/external/${name}?${new URLSearchParams({ api_key: key, ...query })}`;
  const form = typeof body === 'string' || body instanceof URLSearchParams;
  const answer = await fetch(address, {
    method: 'POST',
    body: form ? body : JSON.stringify(body),
    headers: { ...(form ? {} : { 'content-type': 'application/json' }), ...headers },
  });
  return { status: answer.status, text: await answer.text() };
}
const newest = async (client: ChatClient, narrow: object[] = [{ operator: 'channel', operand: floor }]) => {
  const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false };
  return ok(await client.get('/messages', page)).messages[0];
};

test('the generic form: a text, a topic, or whatever comes as code', async () => {
  assert.equal((await hook('generic', { content: 'gate **open**', topic: 'gates' })).status, 200);
  let sent = await newest(ann.client);
  assert.deepEqual([sent.sender_id, sent.subject, sent.content], [bot.user_id, 'gates', 'gate **open**']);
  await hook('json', { level: 3 }, { query: { stream: String(floor), topic: 'raw' } });
  sent = await newest(ann.client);
  assert.deepEqual([sent.subject, sent.content], ['raw', '```json\n{\n  "level": 3\n}\n```']);
  await hook('generic', { text: 'to you alone' }, { query: {} });
  sent = await newest(ann.client, [{ operator: 'dm', operand: [bot.user_id] }]);
  assert.equal(sent.content, 'to you alone');
});

test("Slack's form, as JSON and as a form, is answered as Slack does, and mentions nobody", async () => {
  const payload = { text: '*Deploy* <https://ci.example/7|#7> @**all**' };
  assert.deepEqual(await hook('slack', payload), { status: 200, text: 'ok' });
  const content = '**Deploy** [#7](https://ci.example/7) @\u200b**all**';
  assert.equal((await newest(ann.client)).content, content);
  await hook('slack_incoming', new URLSearchParams({ payload: JSON.stringify({ text: 'as a form' }) }));
  assert.equal((await newest(ann.client)).content, 'as a form');
  const fallback = { attachments: [{ color: 'good', fallback: 'Disk is full' }] };
  assert.deepEqual(await hook('slack', fallback), { status: 200, text: 'ok' });
  const { id, content: shown } = await newest(ann.client);
  assert.equal(shown, 'Disk is full');
  for (const nothing of [{}, { text: null }, { blocks: [{ type: 'section' }] }, { attachments: [{ footer: 'f' }] }]) {
    const { status, text } = await hook('slack', nothing);
    assert.deepEqual([status, /not|nothing/i.test(text)], [400, true], text);
  }
  assert.equal((await newest(ann.client)).id, id);
});

test("GitHub's events, each delivery once", async () => {
  const payload = {
    ref: 'refs/heads/main',
    compare: 'https://git.example/c',
    repository: { name: 'yard' },
    pusher: { name: 'nell' },
    commits: [{ id: '0123456789', url: 'https://git.example/0', message: 'Open the gate\n\nmore' }],
  };
  const headers = { 'x-github-event': 'push', 'x-github-delivery': 'one' };
  for (let n = 0; n < 2; n++) assert.equal((await hook('github', payload, { headers })).status, 200);
  const sent = await newest(ann.client);
  assert.deepEqual(
    [sent.subject, sent.content],
    [
      'yard / main',
      'nell [pushed 1 commit](https://git.example/c) to branch main:\n\n* Open the gate ([0123456](https://git.example/0))',
    ],
  );
  const narrow = [
    { operator: 'channel', operand: floor },
    { operator: 'topic', operand: 'yard / main' },
  ];
  const all = { anchor: 'newest', num_before: 9, num_after: 0, narrow };
  assert.equal(ok(await ann.client.get('/messages', all)).messages.length, 1);
  for (const event of ['workflow_job', 'ping'])
    assert.equal((await hook('github', payload, { headers: { 'x-github-event': event } })).status, 200);
  const silent = (await newest(ann.client)).content;
  assert.equal(silent, 'The GitHub webhook works.');
  assert.equal((await hook('github', payload)).status, 400);
});

test('an event that is not known is told once', async () => {
  const send = (event: string) =>
    hook('github', { repository: { name: 'yard' } }, { headers: { 'x-github-event': event } });
  assert.equal((await send('moon_phase')).status, 200);
  const { id, content } = await newest(ann.client);
  assert.equal(
    content,
    'GitHub sent the event “moon_phase”. Hubbub does not show this event, and tells you of it only once.',
  );
  assert.equal((await send('moon_phase')).status, 200);
  assert.equal((await newest(ann.client)).id, id);
  await send('tide');
  assert.match((await newest(ann.client)).content, /“tide”/);
});

test('what comes in mentions nobody, by whatever form', async () => {
  for (const [body, query] of [
    [{ content: 'See @**all** and @*team* and @_**Ann Adler**' }, {}],
    [{ a: '**all**' }, { template: '@{a}' }],
    [{ note: '@**all**' }, {}],
  ] as const) {
    assert.equal((await hook('generic', body, { query: { stream: 'floor', ...query } })).status, 200);
    assert.doesNotMatch((await newest(ann.client)).content, /@_?\*/);
  }
});

test('a template says what is written of a payload', async () => {
  const query = {
    stream: 'floor',
    template: '{alert.name} on {hosts.*.name}: {note|no note}',
    topic_template: '{kind}',
  };
  const payload = { kind: 'disks', alert: { name: 'Full' }, hosts: [{ name: 'a1' }, { name: 'b2' }] };
  assert.equal((await hook('generic', payload, { query })).status, 200);
  const { subject, content } = await newest(ann.client);
  assert.deepEqual([subject, content], ['disks', 'Full on a1, b2: no note']);
});

test('a payload that is nested too deeply is refused', async () => {
  for (const name of ['generic', 'slack', 'github']) {
    const { status, text } = await hook(name, `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`);
    assert.deepEqual([status, /nested/.test(text)], [400, true], text);
  }
});

test('whatever stands where a text, an object or a list is awaited, a delivery is taken', async () => {
  const subject = { number: 4, title: 'Gate', html_url: 'https://git.example/4', body: 'It is open.' };
  const payload: Record<string, unknown> = {
    ...{ action: 'opened', ref: 'refs/heads/main', ref_type: 'branch', compare: 'https://git.example/c' },
    ...{ repository: { name: 'yard' }, sender: { login: 'nell' }, pusher: { name: 'nell' } },
    ...{ issue: subject, pull_request: subject, comment: subject, release: { name: '1.0', tag_name: 'v1' } },
    commits: [{ id: '0123456789', url: 'https://git.example/0', message: 'Open the gate' }],
  };
  const odd = [null, 7, 'x', [], [null], { toString: 1, valueOf: 1 }];
  const cases: { event: string; body: object }[] = [];
  for (const event of ['push', 'create', 'issues', 'pull_request', 'issue_comment', 'release'])
    for (const [key, value] of Object.entries(payload))
      for (const other of odd) {
        cases.push({ event, body: { ...payload, [key]: other } });
        if (typeof value !== 'object') continue;
        const [inner = value] = Array.isArray(value) ? value : [];
        for (const name of Object.keys(inner as object)) {
          const changed = { ...(inner as object), [name]: other };
          cases.push({ event, body: { ...payload, [key]: Array.isArray(value) ? [changed] : changed } });
        }
      }
  for (const { event, body } of cases)
    assert.doesNotThrow(() => readGithub(body, event), `${event} ${JSON.stringify(body)}`);
  const headers = { 'x-github-event': 'push' };
  for (const commits of [[null], [{ message: { toString: 1 }, id: [] }]])
    assert.equal((await hook('github', { ...payload, commits }, { headers })).status, 200);
  assert.match((await newest(ann.client)).content, /^nell \[pushed 1 commit\]/);
});

test('what is wrong is refused, and nothing is sent', async () => {
  const before = (await newest(ann.client)).id;
  const generic = ok(await ann.client.post('/bots', { full_name: 'Plain', short_name: 'plain' }));
  for (const [answer, status, entry] of [
    [await hook('generic', {}, { key: '' }), 401, /INVALID_API_KEY/],
    [await hook('generic', {}, { key: ann.client.key }), 400, /not valid to post webhook/],
    [await hook('generic', {}, { key: generic.api_key }), 400, /not valid to post webhook/],
    [await hook('nothing', {}), 404, /NOT_FOUND/],
    [await hook('generic', '{'), 400, /Malformed JSON/],
    [await hook('generic', '[]'), 400, /JSON object/],
    [await hook('generic', Buffer.from('"x"').toString()), 400, /JSON object/],
    [await hook('generic', { text: 'x' }, { query: { stream: 'nowhere' } }), 400, /STREAM_DOES_NOT_EXIST/],
    [await hook('generic', { text: 'x' }, { query: { stream: 'vault' } }), 400, /STREAM_DOES_NOT_EXIST/],
    [await hook('generic', { text: 'x'.repeat(1024 ** 2) }), 413, /PAYLOAD_TOO_LARGE/],
  ] as const) {
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.text, entry);
  }
  assert.equal((await newest(ann.client)).id, before);
});

test('where a secret is set, the signature is checked', async () => {
  const webhook_secret = 'a well kept secret';
  assert.match(
    (await ann.client.post('/bots', { full_name: 'No', short_name: 'no', config_data: { webhook_secret } })).json.msg,
    /Only incoming webhooks/,
  );
  ok(await ann.client.patch(`/bots/${bot.user_id}`, { config_data: { webhook_secret } }));
  const body = JSON.stringify({ text: 'signed' });
  const sign = (secret: string) => ({
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });
  for (const headers of [{}, sign('another')])
    assert.match((await hook('generic', body, { headers })).text, /signature verification failed/);
  assert.equal((await hook('generic', body, { headers: sign(webhook_secret) })).status, 200);
  assert.equal((await newest(ann.client)).content, 'signed');
  ok(await ann.client.patch(`/bots/${bot.user_id}`, { config_data: { webhook_secret: '' } }));
  assert.equal((await hook('generic', body)).status, 200);
});

test('the key of a deactivated bot is refused', async () => {
  ok(await ann.client.delete(`/bots/${bot.user_id}`));
  assert.match((await hook('generic', { text: 'x' })).text, /USER_DEACTIVATED/);
});
