import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { type ChatClient, until } from '../../../tests/harness/clients.ts';
import { makeChannel, makePerson } from '../../../tests/harness/people.ts';
import { processorMs } from '../../../tests/harness/processor-time.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { externalPictureAddress } from '../external-pictures/address.ts';
import { previewSites } from './fetching/preview-sites.ts';
import { readSite } from './fetching/read-site.ts';

const server = await startTestServer({ sitePreviews: true });
after(() => server[Symbol.asyncDispose]());
const { services } = server;
const organization = await server.organization();
const { organization_id: organizationId } = organization;
const ann = await makePerson(server, organization, { name: 'Ann Adler' });
const channel = await makeChannel(server, organizationId, { name: 'depot', subscribers: [ann.id] });

const pages = new Map<string, string>();
const asked: string[] = [];
const host = createServer((request, response) => {
  asked.push(request.url!);
  const page = pages.get(request.url!);
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page ?? '');
});
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
after(() => {
  host.closeAllConnections();
  host.close();
});
const elsewhere = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

async function send(client: ChatClient, content: string): Promise<number> {
  const answer = await client.post('/messages', { type: 'stream', to: channel, topic: 'sites', content });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

const htmlOf = async (id: number): Promise<string> => (await ann.client.get(`/messages/${id}`)).json.message.content;
const shows = (id: number, text: string) =>
  until(async () => {
    const html = await htmlOf(id);
    return html.includes(text) ? html : undefined;
  }, `${text} to be shown`);

test('a page that is linked to is shown below the message, with its picture through this server', async () => {
  const address = `${elsewhere}/plan`;
  pages.set(
    '/plan',
    `<html><head><title>no</title><meta property="og:title" content="The &quot;plan&quot; &lt;b&gt;"><meta content='Two vans' name=description><meta property="og:image" content="/a.png?x=1&amp;y=2"></head>`,
  );
  const id = await send(ann.client, `see ${address} and ${address}`);
  const html = await shows(id, 'message_embed');
  const picture = externalPictureAddress(services, { organizationId, url: `${elsewhere}/a.png?x=1&y=2` });
  const link = `<a href="${address}">${address}</a>`;
  const title = 'The &quot;plan&quot; &lt;b&gt;';
  assert.equal(
    html,
    `<p>see ${link} and ${link}</p>\n<div class="message_embed"><a class="message_embed_image" href="${address}" style="background-image: url(&quot;${picture}&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="${address}" title="${title}">${title}</a></div><div class="message_embed_description">Two vans</div></div></div>`,
  );
  assert.deepEqual(asked.splice(0), ['/plan']);
  // An edit that takes the link away takes the preview along; one that leaves it has it made again.
  await ann.client.patch(`/messages/${id}`, { content: 'none' });
  assert.equal(await htmlOf(id), '<p>none</p>');
  await ann.client.patch(`/messages/${id}`, { content: `again ${address}` });
  await shows(id, 'message_embed');
  asked.length = 0;
});

test('a video elsewhere is shown as one', async () => {
  pages.set(
    '/film',
    '<meta property="og:type" content="video.other"><meta property="og:title" content="Tour"><meta property="og:image" content="/f.png">',
  );
  const address = `${elsewhere}/film`;
  const id = await send(ann.client, address);
  const html = await shows(id, 'embed-video');
  const picture = externalPictureAddress(services, { organizationId, url: `${elsewhere}/f.png` });
  assert.equal(
    html,
    `<p><a href="${address}">${address}</a></p>\n<div class="embed-video message_inline_image"><a href="${address}" title="Tour"><img src="${picture}"></a></div>`,
  );
  asked.length = 0;
});

test('pages without a picture, private ones, and links in quotes stay links; five are asked at most', async () => {
  pages.set('/plain', '<title>Plain</title>');
  for (let n = 0; n < 8; n++) pages.set(`/many${n}`, `<title>${n}</title><meta property="og:image" content="/x.png">`);
  const plain = await send(ann.client, `${elsewhere}/plain ${elsewhere}/none\n> ${elsewhere}/quoted`);
  const many = await send(ann.client, Array.from({ length: 8 }, (_, n) => `${elsewhere}/many${n}`).join(' '));
  const html = await shows(many, '>4</a>');
  assert.equal(html.split('"message_embed"').length - 1, 5);
  assert.ok(!(await htmlOf(plain)).includes('message_embed'));
  assert.ok(!asked.includes('/quoted'));
  asked.length = 0;
  services.config.webhookAllowInsecure = false;
  try {
    const addresses = [`${elsewhere}/plan`, 'https://127.0.0.1/x'];
    const signal = new AbortController().signal;
    await previewSites.handle(services, { organizationId, messageId: plain, addresses }, signal);
  } finally {
    services.config.webhookAllowInsecure = true;
  }
  assert.ok(!asked.includes('/plan'));
});

test('it is off unless set, and clients are told', async () => {
  const received = async () =>
    (await ann.client.post('/register', { fetch_event_types: ['realm'] })).json.server_inline_url_embed_preview;
  assert.equal(await received(), true);
  services.config.sitePreviews = false;
  asked.length = 0;
  try {
    assert.equal(await received(), false);
    const id = await send(ann.client, `${elsewhere}/plan`);
    services.config.sitePreviews = true;
    await shows(await send(ann.client, `${elsewhere}/many6`), 'message_embed');
    assert.ok(!(await htmlOf(id)).includes('message_embed'));
    assert.ok(!asked.includes('/plan'));
  } finally {
    services.config.sitePreviews = true;
  }
});

test('what a page says of itself is text, whatever it holds', () => {
  const none = { title: '', description: '', image: undefined, isVideo: false };
  assert.deepEqual(readSite(''), none);
  assert.deepEqual(readSite('<meta property="og:title"><meta =><meta property=og:image>'), { ...none, image: '' });
  assert.equal(readSite(`<title>\u202ea&#0;b&#xd800;&nope;\n c</title>`).title, 'ab&nope; c');
  assert.equal([...readSite(`<title>${'x'.repeat(900)}`).title].length, 200);
  assert.equal(readSite("<meta name='DESCRIPTION' content='it is \"so\"'>").description, 'it is "so"');
  const took = processorMs(() => {
    for (const piece of ['<meta ', '<meta a=', '<title', '<meta property="', "a='", '&#'])
      readSite(piece.repeat(40_000));
  });
  assert.ok(took < 5000, `${took} ms`);
});
