import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { lyingPng, png } from '../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { countStoredFiles } from '../../../tests/harness/stored-files.ts';
import { expireExternalPictures } from './expire.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { config } = server.services;
const ann = await makePerson(server, await server.organization(), { name: 'Ann Adler' });
const stranger = await makePerson(server, await server.organization(), { name: 'Sam Stone' });

/** The host elsewhere: what it answers by path, and what it was asked. */
const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
const asked: string[] = [];
const host = createServer((request, response) => {
  asked.push(request.url!);
  assert.deepEqual(
    [request.headers.cookie, request.headers.referer, request.headers.authorization],
    Array(3).fill(undefined),
  );
  const answer = answers.get(request.url!);
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
after(() => {
  host.closeAllConnections();
  host.close();
});
const elsewhere = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
const gives = (at: string, bytes: Buffer | string, type = 'image/png') =>
  answers.set(at, (_request, response) => response.writeHead(200, { 'content-type': type }).end(bytes));

async function html(content: string, person = ann): Promise<string> {
  const { json } = await person.client.post('/messages/render', { content });
  assert.equal(json.result, 'success', json.msg);
  return json.rendered;
}

const sourceIn = (rendered: string) => / src="(\/external_content\/[^"]+)"/.exec(rendered)![1]!;
const look = (address: string, init: RequestInit = {}) => fetch(new URL(address, server.url), init);

async function status(content: string): Promise<number> {
  const answer = await look(sourceIn(await html(content)));
  await answer.arrayBuffer();
  return answer.status;
}

const filesOnDisk = () => countStoredFiles(config.dataDir);

test('a picture from elsewhere is shown by this server, which asks for it once', async () => {
  const picture = await png(30, 20);
  gives('/a.png', picture);
  const address = `${elsewhere}/a.png`;
  const rendered = await html(`see ${address}`);
  const src = sourceIn(rendered);
  assert.equal(
    rendered,
    `<p>see <a href="${address}">${address}</a></p>\n<div class="message_inline_image"><a href="${address}"><img src="${src}"></a></div>`,
  );
  assert.equal(
    await html(`![a plan](${address})`),
    `<p><img alt="a plan" class="inline-image" data-original-src="${address}" src="${src}"></p>`,
  );
  assert.deepEqual(asked, []);
  const answers = await Promise.all([look(src), look(src), look(src)]);
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), picture);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none';.*sandbox$/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  }
  assert.equal((await look(src, { headers: { range: 'bytes=0-3' } })).status, 206);
  assert.deepEqual(asked.splice(0), ['/a.png']);
  // Uploads have all of their room still.
  assert.equal((await ann.client.get('/attachments')).json.upload_space_used, 0);
  // Another organization does not learn whether anybody here has looked at it.
  const theirs = sourceIn(await html(address, stranger));
  assert.notEqual(theirs, src);
  assert.equal((await look(theirs)).status, 200);
  assert.deepEqual(asked.splice(0), ['/a.png']);
});

test('only what this server has signed is fetched', async () => {
  gives('/b.png', await png(3, 2));
  const src = sourceIn(await html(`${elsewhere}/b.png`));
  const [, , signed, hex] = src.split('/') as [string, string, string, string];
  const other = Buffer.from(`${elsewhere}/secret.png`).toString('hex');
  const theirs = sourceIn(await html(`${elsewhere}/b.png`, stranger)).split('/')[2]!;
  for (const at of [
    `${signed}/${other}`,
    `${signed}x/${hex}`,
    `${signed.slice(0, -1)}/${hex}`,
    `${theirs.split('.')[0]}.${signed.split('.')[1]}/${hex}`,
    `${signed}/${hex}0`,
    `${signed}/${hex.toUpperCase()}`,
    `${signed}/zz`,
    `${signed}/`,
    `.${signed.split('.')[1]}/${hex}`,
    `x/${'ab'.repeat(5000)}`,
  ])
    assert.equal((await look(`/external_content/${at}`)).status, 404, at);
  assert.deepEqual(asked, []);
});

test('what is no picture, too large, broken or not there is not shown, and not asked for again at once', async () => {
  gives('/page.png', '<script>alert(1)</script>');
  gives('/svg.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml');
  gives('/bomb.png', lyingPng(50_000, 50_000));
  gives('/large.png', Buffer.concat([await png(3, 2), Buffer.alloc(10 * 1024 ** 2)]));
  answers.set('/cut.png', (_request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('half', () => response.destroy());
  });
  const files = await filesOnDisk();
  for (const name of ['page', 'svg', 'bomb', 'large', 'cut', 'none'])
    assert.equal(await status(`${elsewhere}/${name}.png`), 404, name);
  assert.equal(asked.splice(0).length, 6);
  assert.equal(await status(`${elsewhere}/none.png`), 404);
  assert.deepEqual(asked, []);
  assert.equal(await filesOnDisk(), files);
  gives('/none.png', await png(3, 2));
  server.clock.advance(11 * 60_000);
  assert.equal(await status(`${elsewhere}/none.png`), 200);
  asked.length = 0;
});

test('redirections are followed a few steps', async () => {
  gives('/end.png', await png(3, 2));
  const to = (at: string, location: string) =>
    answers.set(at, (_request, response) => response.writeHead(302, { location }).end());
  to('/1.png', '/2.png');
  to('/2.png', `${elsewhere}/end.png`);
  to('/round.png', '/round.png');
  to('/wrong.png', 'ftp://files.example/x.png');
  assert.equal(await status(`${elsewhere}/1.png`), 200);
  assert.equal(await status(`${elsewhere}/round.png`), 404);
  assert.equal(await status(`${elsewhere}/wrong.png`), 404);
  assert.deepEqual(asked.splice(0), ['/1.png', '/2.png', '/end.png', ...Array(4).fill('/round.png'), '/wrong.png']);
});

test('private hosts are not asked, and pictures without HTTPS are links', async () => {
  const src = sourceIn(await html(`${elsewhere}/private.png`));
  gives('/private.png', await png(3, 2));
  const inner = sourceIn(await html('https://127.0.0.1/x.png'));
  config.webhookAllowInsecure = false;
  try {
    assert.equal((await look(src)).status, 404);
    assert.equal((await look(inner)).status, 404);
    assert.equal(await html(`![x](${elsewhere}/x.png)`), `<p><a href="${elsewhere}/x.png">x</a></p>`);
    assert.match(await html('https://pictures.example/x.png'), /<img src="\/external_content\//);
  } finally {
    config.webhookAllowInsecure = true;
  }
  assert.deepEqual(asked, []);
});

test('it is switched off by a setting', async () => {
  const src = sourceIn(await html(`${elsewhere}/a.png`));
  config.pictureProxy = false;
  try {
    assert.equal((await look(src)).status, 404);
    assert.equal(await html(`![x](${elsewhere}/x.png)`), `<p><a href="${elsewhere}/x.png">x</a></p>`);
    const { json } = await ann.client.post('/register', { fetch_event_types: ['realm'] });
    assert.equal(json.server_inline_image_preview, false);
  } finally {
    config.pictureProxy = true;
  }
});

test('after some days it is fetched anew, and what nobody looks at goes', async () => {
  gives('/old.png', await png(30, 20));
  const src = sourceIn(await html(`${elsewhere}/old.png`));
  assert.equal((await look(src)).status, 200);
  const changed = await png(10, 10, '#00c');
  gives('/old.png', changed);
  server.clock.advance(8 * 86_400_000);
  assert.deepEqual(Buffer.from(await (await look(src)).arrayBuffer()), changed);
  server.clock.advance(8 * 86_400_000);
  await expireExternalPictures.handle(server.services, {}, new AbortController().signal);
  await until(async () => (await filesOnDisk()) === 0, 'the files to go');
  assert.equal((await look(src)).status, 200);
});

test("a host that does not answer holds up the pictures of the organization that links to it, not another's", async () => {
  const hanging: ServerResponse[] = [];
  const sources: string[] = [];
  for (let n = 0; n < 60; n++) {
    answers.set(`/hangs-${n}.png`, (_request, response) => hanging.push(response));
    sources.push(sourceIn(await html(`${elsewhere}/hangs-${n}.png`)));
  }
  const answered: number[] = [];
  const statuses = sources.map(async (source) => answered.push((await look(source)).status));
  await until(() => hanging.length > 0, 'the host to be asked');
  gives('/quick.png', await png(8, 8));
  assert.equal((await look(sourceIn(await html(`${elsewhere}/quick.png`, stranger)))).status, 200);
  // The stranger's came while all of them were under way or waited; more than a fourth of the places are nobody's own.
  assert.ok(hanging.length < 4, String(hanging.length));
  // Three are under way, and a fourth of the 200 places is theirs: what comes beyond is refused, and nobody gets a place before.
  await until(() => answered.length === 60 - 3 - 50, 'the rest to be refused');
  let isOver = false;
  const all = Promise.all(statuses).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const response of hanging.splice(0)) response.writeHead(404).end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
  assert.equal(answered.filter((status) => status === 503).length, 60 - 3 - 50);
});
