import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/db/sql.ts';
import { accessibilityProblems, Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test('a chat account leads to the chat; a message is sent, and another one comes by itself', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const chat = new ChatClient(console.organization.chat);
    const subscriptions = JSON.stringify([{ name: 'night shift' }]);
    await console.must(chat.post('/users/me/subscriptions', { subscriptions }));
    const { stream_id: channelId } = await console.must(chat.get('/get_stream_id?stream=night%20shift'));
    // Signed in by keyboard alone.
    const profile = await chromium.profile({ baseURL: server.url, serviceWorkers: 'block' });
    const streams: string[] = [];
    profile.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v1/events/stream') streams.push(request.url());
    });
    const page = await profile.newPage();
    await page.goto('/sign-in?to=/chat');
    const focusOn = async (name: string) => {
      const label = () =>
        page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent);
      for (let stop = 0; stop < 20 && !(await label())?.includes(name); stop++) await page.keyboard.press('Tab');
    };
    await focusOn('E-mail');
    await page.keyboard.type(console.organization.chat.email);
    await focusOn('Password');
    await page.keyboard.type('correct horse battery staple');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/chat/inbox', PATIENT);
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor(PATIENT);
    await page.getByRole('link', { name: 'night shift' }).click(PATIENT);
    await page.waitForURL(`**/chat/c/${channelId}-night-shift`, PATIENT);
    await page.goto(`/chat/c/${channelId}/t/${encodeURIComponent('50% off / b#1?')}`);
    await page.getByRole('heading', { name: '50% off / b#1?' }).waitFor(PATIENT);
    await page.getByLabel('Message', { exact: true }).fill('The van is **back**', PATIENT);
    await page.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    await console.until('the message', async () => {
      const narrow = JSON.stringify([{ operator: 'topic', operand: '50% off / b#1?' }]);
      const { messages } = (await chat.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow }))
        .json;
      return messages.length === 1;
    });
    await page.getByRole('article').filter({ hasText: 'The van is back' }).waitFor(PATIENT);
    // Its draft, if the pause was long enough for one, goes from the server.
    await console.until('no draft', async () => (await chat.get('/drafts')).json.count === 0);
    const to = { type: 'stream', to: channelId, topic: '50% off / b#1?' };
    await console.must(chat.post('/messages', { ...to, content: 'It has a flat tyre' }));
    await page.getByRole('article').filter({ hasText: 'It has a flat tyre' }).waitFor(PATIENT);
    // A second tab is there at once, with the same queue; it goes on when the first is closed.
    const queues = async () =>
      (await server.services.database.reader.all(sql<{ id: string }>`select id from chat.event_queues`)).map(
        ({ id }) => id,
      );
    const before = await queues();
    const first = streams.length;
    const second = await console.open(profile, page.url());
    await second.getByRole('article').filter({ hasText: 'It has a flat tyre' }).waitFor(PATIENT);
    assert.deepEqual(await queues(), before);
    await console.must(chat.post('/messages', { ...to, content: 'For both tabs' }));
    for (const tab of [page, second])
      await tab.getByRole('article').filter({ hasText: 'For both tabs' }).waitFor(PATIENT);
    assert.equal(streams.length, first, 'one stream for both tabs');
    await page.close();
    await console.must(chat.post('/messages', { ...to, content: 'Mended' }));
    await second.getByRole('article').filter({ hasText: 'Mended' }).waitFor(PATIENT);
    // Its queue is lost: the page registers anew and goes on.
    for (const id of before) await console.must(chat.delete('/events', { queue_id: id }));
    await console.must(chat.post('/messages', { ...to, content: 'Missed' }));
    await second.getByRole('article').filter({ hasText: 'Missed' }).waitFor(PATIENT);
    assert.ok((await queues()).every((id) => !before.includes(id)));
    // The browser notes the refusal of the lost queue by itself.
    const refused = /status of 400 .*\/api\/v1\/events\/stream/;
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !refused.test(each)),
      [],
    );
    // An address of the older form.
    await second.goto(`/chat#narrow/channel/${channelId}-night-shift/topic/50.25.20off.20.2F.20b.231.3F`);
    await second.getByRole('heading', { name: '50% off / b#1?' }).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(second), []);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
