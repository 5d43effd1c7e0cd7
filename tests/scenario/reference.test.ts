import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readApi } from '../../src/pages/reference/open-api.ts';
import { snippetsOf } from '../../src/pages/reference/snippets.ts';
import { ChatClient } from '../harness/clients.ts';
import { runInShell } from '../harness/document-blocks.ts';
import { guideScript } from '../harness/guide-blocks.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const APIS = ['chat', 'dispatch', 'session'] as const;

let server: TestServer & AsyncDisposable;

before(async () => {
  server = await startTestServer();
});

after(() => server[Symbol.asyncDispose]());

const documentOf = async (api: string) =>
  JSON.parse(await readFile(new URL(`../../docs/openapi/${api}.json`, import.meta.url), 'utf8'));

const textOf = async (address: string) => {
  const page = await fetch(server.url + address);
  assert.equal(page.status, 200, address);
  return { page, html: await page.text() };
};

test('each operation stands once in the index and once on the page of its group; all links lead somewhere', async () => {
  const { html: index } = await textOf('/docs');
  assert.equal((await textOf('/docs/')).html, index);
  const ids = new Map<string, Set<string>>();
  const links: string[] = [];
  const read = async (address: string) => {
    const { page, html } = await textOf(address);
    // Nothing inline, nothing from elsewhere.
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'sha256-[^']+';/);
    assert.doesNotMatch(policy, /unsafe/);
    const found = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    assert.equal(new Set(found).size, found.length, `${address} has an ID twice`);
    ids.set(address, new Set(found));
    links.push(
      ...[...html.matchAll(/ href="([/#][^"]*)"/g)].map(([, href]) => (href![0] === '#' ? address + href : href!)),
    );
  };
  await read('/docs');
  const pages = new Set(
    links.map((each) => each.split('#')[0]!).filter((each) => /^\/docs\/(chat|dispatch|session)\//.test(each)),
  );
  for (const address of pages) await read(address);
  for (const api of APIS) {
    const { paths, components, webhooks = {} } = await documentOf(api);
    for (const { operationId } of Object.values<Record<string, { operationId: string }>>(paths).flatMap(
      Object.values,
    )) {
      const [, address] = new RegExp(`href="(/docs/${api}/[\\w-]+)#${operationId}"`).exec(index) ?? [];
      assert.ok(address && ids.get(address)?.has(operationId), operationId);
      assert.equal(index.split(`${address}#${operationId}"`).length, 2, operationId);
    }
    for (const name of Object.keys(components.schemas)) assert.ok(ids.get(`/docs/${api}/schemas`)!.has(name), name);
    if (api !== 'session') {
      const sentences = Object.values<{ description: string }>(components.responses);
      const codes = sentences.flatMap(({ description }) => [...description.matchAll(/^- `(\w+)`/gm)]);
      assert.ok(codes.length > 20);
      for (const [, code] of codes) assert.ok(ids.get(`/docs/${api}/errors`)!.has(code!), code);
    }
    for (const name of Object.keys(webhooks))
      assert.ok(ids.get(`/docs/${api}/webhooks-sent`)!.has(`webhook-${name}`), name);
  }
  for (const link of new Set(links)) {
    const [address, anchor] = link.split('#') as [string, string?];
    if (!ids.has(address)) assert.equal((await fetch(server.url + address)).status, 200, link);
    else if (anchor) assert.ok(ids.get(address)!.has(anchor), link);
  }
});

test('a page says what an operation takes, gives back and refuses', async () => {
  const { html } = await textOf('/docs/chat/messages');
  const [, send = ''] = /<section class="operation" id="send-message".*?<\/h2>(.*?)<\/section>/s.exec(html) ?? [];
  for (const part of [
    'POST',
    '/api/v1/messages',
    'Idempotency-Key',
    'required',
    '401',
    'Gate 4 is shut',
    'x-www-form-urlencoded',
  ])
    assert.ok(send.includes(part), part);
  assert.match(send, /<a href="\/docs\/chat\/schemas#MessageType">MessageType<\/a>/);
});

/** The section of a page with an ID. */
const sectionOf = (html: string, id: string) => new RegExp(`id="${id}"(.*?)</section>`, 's').exec(html)?.[1] ?? '';

test('each error, webhook and kind of event is shown as it was recorded', async () => {
  for (const [api, code, text] of [
    ['chat', 'RATE_LIMIT_HIT', 'API usage exceeded rate limit'],
    ['dispatch', '2400', 'Another request is changing this container.'],
  ] as const) {
    const { html } = await textOf(`/docs/${api}/errors`);
    assert.ok(sectionOf(html, code).includes(text), code);
    const { html: group } = await textOf(`/docs/${api}/${api === 'chat' ? 'messages' : 'tasks'}`);
    assert.ok(group.includes(`<a href="/docs/${api}/errors#${code}"><code>${code}</code></a>`), code);
  }
  const { html: webhooks } = await textOf('/docs/dispatch/webhooks-sent');
  assert.match(sectionOf(webhooks, 'webhook-taskEta'), /&quot;etaSeconds&quot;: \d+/);
  const { html: schemas } = await textOf('/docs/chat/schemas');
  assert.match(sectionOf(schemas, 'QueueEvent'), /<a href="\/docs\/chat\/schemas#SubscriptionEvent">/);
  assert.match(
    sectionOf(schemas, 'SubscriptionPeerAddEvent'),
    /<summary><code>subscription<\/code> <code>peer_add<\/code><\/summary><pre/,
  );
});

test('what is no page is not found, and DOCS=off has none', async () => {
  for (const address of ['/docs/chat', '/docs/chat/nothing', '/docs/other/messages', '/docs/chat/__proto__'])
    assert.equal((await fetch(server.url + address)).status, 404, address);
  await using other = await startTestServer({ docs: false });
  for (const address of ['/docs', '/docs/chat/messages', '/api/v1/openapi.json'])
    assert.equal((await fetch(other.url + address)).status, 404, address);
});

test('every operation has code in four languages', async () => {
  const without: string[] = [];
  for (const api of ['chat', 'dispatch']) {
    const operations = readApi(api, '', await documentOf(api)).groups.flatMap((group) => group.operations);
    for (const operation of operations) {
      const snippets = snippetsOf(operation, api);
      if (snippets.length !== 4) without.push(operation.id);
      const needed = operation.parameters.filter((each) => each.in === 'query' && each.required);
      for (const { name } of needed) assert.match(snippets[0]!.code, new RegExp(`[?&]${name}=`), operation.id);
    }
  }
  assert.deepEqual(without, []);
});

test('a stream is printed as it comes', async () => {
  const { dispatch } = await server.organization();
  const operations = readApi('dispatch', '', await documentOf('dispatch')).groups.flatMap((group) => group.operations);
  const snippets = snippetsOf(operations.find(({ id }) => id === 'watch-live')!, 'dispatch');
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-reference-'));
  try {
    for (const { language, code } of snippets.filter((each) => ['sh', 'ts'].includes(each.language))) {
      const file = path.join(folder, `stream.${language === 'ts' ? 'mts' : language}`);
      await writeFile(file, `${code}\n`);
      const child = spawn(language === 'ts' ? process.execPath : 'bash', [file], {
        env: { ...process.env, HUBBUB_URL: server.url, API_KEY: dispatch.api_key, NODE_NO_WARNINGS: '1' },
      });
      let printed = '';
      for await (const part of child.stdout) {
        printed += part;
        if (/^event: snapshot$/m.test(printed)) break;
      }
      child.kill();
      assert.match(printed, /^event: snapshot$/m, language);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

for (const [api, ids] of [
  ['chat', ['send-message', 'fetch-messages', 'get-own-user']],
  ['chat', ['upload-file', 'upload-avatar']],
  ['dispatch', ['create-destination', 'list-tasks']],
] as const)
  test(`the code of each language sends the example: ${ids.join(', ')}`, async (context) => {
    const { chat, dispatch } = await server.organization();
    await new ChatClient(chat).post('/users/me/subscriptions', { subscriptions: [{ name: 'alarms' }] });
    const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-reference-'));
    const hasRequests = await runInShell(
      'python3 -c "import requests" 2> /dev/null && echo yes || echo no',
      folder,
      {},
    );
    await writeFile(path.join(folder, 'picture.png'), PICTURE);
    try {
      const operations = readApi(api, '', await documentOf(api)).groups.flatMap((group) => group.operations);
      for (const id of ids) {
        const operation = operations.find((each) => each.id === id);
        assert.ok(operation, id);
        const blocks = snippetsOf(operation, api)
          .filter(({ language }) => language !== 'python' || hasRequests.trim() === 'yes')
          // Building is slow: one for each list.
          .filter(({ language }) => language !== 'go' || id === ids[0])
          .map(({ language, code }) => ({ language, text: `${code}\n` }));
        const { script, skipped } = await guideScript(blocks, folder);
        for (const sentence of skipped) context.diagnostic(sentence);
        await runInShell(script, folder, {
          HUBBUB_URL: server.url,
          CHAT_EMAIL: chat.email,
          CHAT_API_KEY: chat.api_key,
          API_KEY: dispatch.api_key,
          PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
          NODE_NO_WARNINGS: '1',
          GOCACHE: path.join(tmpdir(), 'hubbub-go-cache'),
        });
        for (const [index, { language }] of blocks.entries()) {
          const output = await readFile(path.join(folder, `output-${index}`), 'utf8').catch(() => undefined);
          if (output === undefined) continue;
          const isGood = api === 'chat' ? /success/.test(output) : /timeCreated|tasks/.test(output);
          assert.ok(isGood, `${id} in ${language}: ${output}`);
        }
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

test('most operations have code in four languages, whose addresses are whole', async () => {
  for (const api of ['chat', 'dispatch'] as const) {
    const operations = readApi(api, '', await documentOf(api)).groups.flatMap((group) => group.operations);
    const codes = operations.map((each) => snippetsOf(each, api));
    assert.ok(codes.filter((each) => each.length === 4).length > operations.length * 0.5, api);
    for (const [curl] of codes.filter((each) => each.length > 0)) {
      // What a shell reads of it is one command whose address has no placeholder.
      assert.match(curl!.code, /^curl -s/);
      assert.doesNotMatch(curl!.code.split('\n')[0]!, /[{}]|undefined/);
    }
  }
});
