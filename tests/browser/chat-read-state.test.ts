import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { registeredState } from '../../web/store/chat/register.ts';
import { unreadCounts } from '../../web/store/chat/select/unread.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { makePerson } from '../harness/people.ts';
import { randomNumbers } from '../harness/random.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
/** Actions of two browsers and a client of the API; 500 and more with `READ_STATE_ACTIONS`. */
const ACTIONS = Number(process.env.READ_STATE_ACTIONS ?? 40);
const BETWEEN_LOOKS = 10;
const SEED = Number(process.env.READ_STATE_SEED ?? 7);
const TOPICS = ['bikes', 'vans', 'keys'];

test('counts of title, icon and left side are those of a fresh registration, whatever two browsers do (W7)', {
  skip: withoutBrowser,
  timeout: 900_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const world = await TestConsole.start(server, chromium);
    const owner = new ChatClient(world.organization.chat);
    const ownId = world.organization.chat.user_id;
    const bo = await makePerson(server, world.organization, { name: 'Bo Baker' });
    const channels: { id: number; name: string }[] = [];
    for (const name of ['dock', 'yard']) {
      const { id } = await world.must(owner.post('/channels/create', { name, subscribers: [ownId, bo.id] }));
      channels.push({ id, name });
    }
    const random = randomNumbers(SEED);
    const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    const sent: number[] = [];
    const say = async () => {
      const content = random() < 0.2 ? `@**${(await world.must(owner.get('/users/me'))).full_name}** look` : 'news';
      const body =
        random() < 0.2
          ? { type: 'direct', to: [ownId], content }
          : { type: 'channel', to: any(channels).id, topic: any(TOPICS), content };
      sent.push((await world.must(bo.client.post('/messages', body))).id);
    };
    for (let number = 0; number < 10; number++) await say();

    const pages: Page[] = [];
    for (let browser = 0; browser < 2; browser++)
      pages.push(await world.open(await world.signedIn({ viewport: { width: 1200, height: 700 } }), '/chat/inbox'));

    const acts: (() => Promise<unknown>)[] = [
      say,
      say,
      // Messages on screen are read, and nothing else.
      () => any(pages).goto(`/chat/c/${any(channels).id}/t/${any(TOPICS)}`),
      () => any(pages).goto('/chat/inbox'),
      () => any(pages).keyboard.press('n'),
      async () => {
        const page = any(pages);
        const messages = page.locator('.message:not(.waiting)');
        if ((await messages.count()) === 0) return;
        await messages
          .first()
          .focus({ timeout: 2000 })
          .catch(() => undefined);
        await page.keyboard.press('Shift+U');
      },
      () => any(pages).keyboard.press('Shift+M'),
      () => owner.post('/messages/flags', { messages: [any(sent)], op: any(['add', 'remove']), flag: 'read' }),
      () => bo.client.delete(`/messages/${sent.splice(Math.floor(random() * sent.length), 1)[0]}`),
      () => bo.client.patch(`/messages/${any(sent)}`, { topic: any(TOPICS), propagate_mode: 'change_one' }),
    ];
    for (let number = 1; number <= ACTIONS; number++) {
      await any(acts)();
      if (number % BETWEEN_LOOKS > 0) continue;
      let difference = '';
      const agree = async () => {
        const registered = await world.must(
          owner.post('/register', { apply_markdown: true, client_capabilities: CAPABILITIES }),
        );
        const expected = unreadCounts(registeredState(registered)).total;
        const shown = await Promise.all(pages.map(countsOf));
        difference = `seed ${SEED}, after ${number}: ${expected} of the server, ${JSON.stringify(shown)}`;
        return shown.every((counts) => counts.every((count) => count === expected));
      };
      await world.until('all counts being equal', agree).catch((error: Error) => {
        throw new Error(`${difference}: ${error.message}`);
      });
    }

    // Marked as unread without a network: it is so after the page was opened anew.
    const [page] = pages as [Page];
    const dock = channels[0]!.id;
    const last = { type: 'channel', to: dock, topic: 'last', content: 'the last one' };
    const { id } = await world.must(bo.client.post('/messages', last));
    const isRead = async () => (await world.must(owner.get(`/messages/${id}`))).message.flags.includes('read');
    await pages[1]!.goto('/chat/inbox');
    await page.goto(`/chat/c/${dock}/t/last`);
    const row = page.locator(`[data-message="${id}"]`);
    await row.waitFor(PATIENT);
    await world.until('it is read', isRead);
    await page.route('**/api/v1/**', (route) => route.abort());
    await row.focus(PATIENT);
    await page.keyboard.press('Shift+U');
    await world.until('it is shown as unread', async () => (await countsOf(page))[0]! > 0);
    assert.equal(await isRead(), true);
    await page.unroute('**/api/v1/**');
    await page.goto('/chat/inbox');
    await world.until('it is unread', async () => !(await isRead()));
    const others = chromium.takeComplaints().filter((each) => !/ERR_FAILED|status of 400/.test(each));
    assert.deepEqual(others, []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});

const CAPABILITIES = { empty_topic_name: true, archived_channels: true, user_settings_object: true };

/** The counts of the title, of the icon and of the inbox on the left. */
const countsOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const numberIn = (text: string | null | undefined) => Number(/\d+/.exec(text ?? '')?.[0] ?? 0);
    const icon = decodeURIComponent(document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href);
    const inbox = document.querySelector('.left-row[href$="/inbox"] .count bdi');
    return [
      numberIn(/^\(\d+\)/.exec(document.title)?.[0]),
      numberIn(/<text[^>]*>([^<]*)</.exec(icon)?.[1]),
      numberIn(inbox?.textContent),
    ];
  });
