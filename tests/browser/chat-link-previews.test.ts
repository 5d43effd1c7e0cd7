import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const PAGE =
  '<title>no</title><meta property="og:title" content="The plan"><meta name="description" content="Two vans">' +
  '<meta property="og:image" content="/plan.png">';

let server: Awaited<ReturnType<typeof startTestServer>>;
let chromium: Chromium;
const site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE));

before(async () => {
  if (withoutBrowser) return;
  [server, chromium] = await Promise.all([startTestServer({ web: true, sitePreviews: true }), Chromium.start()]);
  await new Promise<void>((settle) => site.listen(0, '127.0.0.1', settle));
});

after(async () => {
  site.closeAllConnections();
  site.close();
  await chromium?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

test('a link is shown with what its page says of itself, where previews are on', {
  skip: withoutBrowser,
  timeout: 300_000,
}, async () => {
  const world = await TestConsole.start(server, chromium);
  const owner = new ChatClient(world.organization.chat);
  const subscribers = [world.organization.chat.user_id];
  const { id: dock } = await world.must(owner.post('/channels/create', { name: 'dock', subscribers }));
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/plan`;
  const { id } = await world.must(
    owner.post('/messages', { type: 'channel', to: dock, topic: 'sites', content: `see ${address}` }),
  );
  const page = await world.open(await world.signedIn(), `/chat/c/${dock}/t/sites`);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(address.slice(0, -'/plan'.length))) foreign.push(request.url());
  });
  const embed = page.locator(`[data-message="${id}"] .message_embed`);
  await embed.getByText('Two vans').waitFor(PATIENT);
  const title = embed.getByRole('link', { name: 'The plan' });
  assert.equal(await title.getAttribute('href'), address);
  assert.equal(await title.getAttribute('rel'), 'noopener noreferrer');
  assert.match((await embed.locator('img').getAttribute('src'))!, /^\/external_content\//);
  assert.deepEqual(await accessibilityProblems(page), []);
  await takePicture(page, 'chat-link-preview');
  assert.deepEqual(foreign, [], 'the page itself asks nobody else');
  // The picture is none: its place says nothing.
  assert.deepEqual(
    chromium.takeComplaints().filter((each) => !/status of (?:400|404|502)/.test(each)),
    [],
  );
});
