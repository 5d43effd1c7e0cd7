import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test('three tabs of the chat ask who is here a few times, and then no more', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const home = await TestConsole.start(server, chromium);
    const own = new ChatClient(home.organization.chat);
    await home.must(own.post('/users/me/subscriptions', { subscriptions: [{ name: 'floor' }] }));
    const { stream_id: channelId } = await home.must(own.get('/get_stream_id?stream=floor'));
    const profile = await home.signedIn();
    let asked = 0;
    profile.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/session') asked++;
    });
    const tabs: Page[] = [];
    for (let n = 0; n < 3; n++) tabs.push(await home.open(profile, `/chat/c/${channelId}/t/gates`));
    // What is heard in all of them takes time enough for thousands of questions.
    for (let n = 0; n < 10; n++) {
      const content = `message ${n} of them`;
      await home.must(own.post('/messages', { type: 'channel', to: channelId, topic: 'gates', content }));
      for (const tab of tabs) await tab.locator('.message-html').getByText(content).waitFor(PATIENT);
    }
    assert.ok(asked <= 12, `asked ${asked} times`);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
