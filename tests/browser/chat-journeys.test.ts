import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { erasePerson } from '../../src/cli/erase-person.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { look } from '../harness/look.ts';
import { makeChannel, makePerson, type Person } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const PASSWORD = 'correct horse battery staple';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The browser's close requests, which Android's way back makes. */
interface Watcher {
  requestClose(): void;
}
interface WithWatchers {
  CloseWatcher: new () => Watcher;
  openWatchers: Watcher[];
}

describe('found by parts, ended while one writes, and on a phone', { skip: withoutBrowser, timeout: 600_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let bo: Person;
  let dock: number;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    const { organization } = world;
    owner = new ChatClient(organization.chat);
    bo = await makePerson(server, organization, { name: 'Bo Baker' });
    const subscribers = [organization.chat.user_id, bo.id];
    dock = await makeChannel(server, organization.organization_id, { name: 'dock', subscribers });
    await world.must(owner.patch('/settings', { enter_sends: false }));
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const say = async (content: string, client = bo.client): Promise<number> =>
    (await world.must(client.post('/messages', { type: 'channel', to: dock, topic: 'vans', content }))).id;
  const field = (page: Page) => page.getByLabel('Message', { exact: true });
  /** Returns the texts of the own messages in the topic, newest last. */
  const written = async (client = owner): Promise<string[]> => {
    const narrow = [
      ['channel', dock],
      ['topic', 'vans'],
      ['sender', 'me'],
    ];
    const asked = { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false };
    const { messages } = await world.must(client.get('/messages', asked));
    return messages.map(({ content }: { content: string }) => content);
  };

  test('parts of words, number plates and any script are found', async () => {
    const ids = [
      await say('The van is B-XY 1234'),
      await say('Überladen: Kühlfahrzeug'),
      await say('荷物は倉庫にあります'),
    ];
    const page = await world.open(await world.signedIn(), '/chat/inbox');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor(PATIENT);
    for (const [n, words] of ['XY 12', 'fahrz', '倉庫'].entries()) {
      await page.goto(`/chat/search?q=${encodeURIComponent(words)}`);
      await page.locator(`[data-message="${ids[n]}"] .highlight`).first().waitFor(PATIENT);
      assert.equal(await page.getByRole('article').count(), 1, words);
    }
    await page.close();
  });

  test('a session that ends while one writes: sign in over the page, and it goes out', async () => {
    const page = await world.open(await world.signedIn(), `/chat/c/${dock}/t/vans`);
    await field(page).fill('Half a sentence, and', PATIENT);
    await page.context().clearCookies();
    await field(page).pressSequentially(' the rest');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^E-mail/).fill(world.organization.chat.email, PATIENT);
    await look(page, 'chat-session-ended');
    assert.deepEqual(await written(), []);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached', ...PATIENT });
    await world.until('the message', async () => (await written()).join() === 'Half a sentence, and the rest');
    await page.getByRole('article').filter({ hasText: 'and the rest' }).waitFor(PATIENT);
    await page.close();
    // Chromium notes the refusals.
    chromium.takeComplaints();
  });

  test('an archived channel and an erased person say so where one reads', async () => {
    const page = await world.open(await world.signedIn(), `/chat/c/${dock}/t/vans`);
    await field(page).fill('not sent yet', PATIENT);
    const sam = await makePerson(server, world.organization, { name: 'Sam Sailor' });
    await world.must(
      owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }], principals: [sam.id] }),
    );
    const id = await say('Sam was here', sam.client);
    const row = page.locator(`[data-message="${id}"]`);
    await row.getByRole('button', { name: 'Sam Sailor', exact: true }).waitFor(PATIENT);
    await erasePerson(server.services, world.organization.organization_id, sam.email, 'keep');
    await page.reload();
    await row.getByText('Sam was here').waitFor(PATIENT);
    assert.equal(await row.getByText('Sam Sailor').count(), 0);
    await row.getByRole('button', { name: /^Deleted user/ }).waitFor(PATIENT);
    await world.must(owner.delete(`/streams/${dock}`));
    await page.getByText('#dock is archived. You can read it, but not write in it.').first().waitFor(PATIENT);
    await row.getByText('Sam was here').waitFor(PATIENT);
    await takePicture(page, 'chat-archived');
    assert.deepEqual(await accessibilityProblems(page), []);
    // What was being written comes back with the channel.
    await world.must(owner.patch(`/streams/${dock}`, { is_archived: false }));
    await field(page).waitFor(PATIENT);
    assert.equal(await field(page).inputValue(), 'not sent yet');
    await page.close();
  });

  test('on a phone the composer stays above the keyboard, and back closes what lies above the messages', async () => {
    const profile = await world.signedIn(PHONE);
    await profile.addInitScript(() => {
      const { CloseWatcher: Native } = globalThis as unknown as WithWatchers;
      const open: Watcher[] = [];
      Object.assign(globalThis, {
        openWatchers: open,
        CloseWatcher: class extends Native {
          constructor() {
            super();
            open.push(this);
          }
        },
      });
    });
    const page = await world.open(profile, `/chat/c/${dock}/t/vans`);
    await field(page).tap(PATIENT);
    const bottom = () => page.locator('.composer').evaluate((each) => each.getBoundingClientRect().bottom);
    // As Safari does: the page keeps its size, and what is seen of it gets smaller.
    await page.evaluate(() => {
      const view = globalThis.visualViewport!;
      Object.defineProperty(view, 'height', { configurable: true, get: () => 500 });
      view.dispatchEvent(new Event('resize'));
    });
    await world.until('the composer above it', async () => (await bottom()) <= 500);
    await takePicture(page, 'chat-keyboard');
    await page.evaluate(() => {
      const view = globalThis.visualViewport! as { height?: number } & EventTarget;
      delete view.height;
      view.dispatchEvent(new Event('resize'));
    });
    await world.until('the composer at the end of the page', async () => (await bottom()) > 800);
    // As Chromium does: the page itself gets smaller.
    await page.setViewportSize({ width: 390, height: 500 });
    await world.until('the composer on the smaller page', async () => (await bottom()) <= 500);
    await page.setViewportSize(PHONE.viewport);
    const left = page.getByRole('navigation', { name: 'Views and conversations' });
    const address = page.url();
    const back = async () => {
      await page.waitForFunction(() => (globalThis as unknown as WithWatchers).openWatchers.length > 0);
      await page.evaluate(() => (globalThis as unknown as WithWatchers).openWatchers.pop()!.requestClose());
    };
    await page.getByRole('button', { name: 'Views and conversations' }).tap(PATIENT);
    await left.waitFor(PATIENT);
    await back();
    await left.waitFor({ state: 'hidden', ...PATIENT });
    assert.equal(page.url(), address);
    await page.getByRole('button', { name: /^\d+ people$/ }).tap(PATIENT);
    const people = page.getByRole('complementary', { name: 'People' });
    await people.waitFor(PATIENT);
    await back();
    await people.waitFor({ state: 'detached', ...PATIENT });
    assert.equal(page.url(), address);
    await profile.close();
  });

  test('what is shared into the app is written where one chooses', async () => {
    const shared = new URLSearchParams({
      'shared-title': 'Road works',
      'shared-text': 'Look: https://roads.example/b96',
      'shared-url': 'https://roads.example/b96',
    });
    const profile = await world.signedIn(PHONE);
    const page = await world.open(profile, `/chat/inbox?${shared}`);
    const dialog = page.getByRole('dialog', { name: 'Start a topic' });
    await dialog.getByLabel('Channel').fill('dock', PATIENT);
    await dialog.getByRole('option', { name: 'dock' }).tap();
    await dialog.getByLabel('Topic').fill('vans');
    await takePicture(page, 'chat-shared');
    await dialog.getByRole('option', { name: 'vans' }).first().tap();
    await page.waitForURL(`**/chat/c/${dock}-dock/t/vans`, PATIENT);
    await world.until('the text', async () =>
      (await field(page).inputValue()).endsWith('Road works\nLook: https://roads.example/b96'),
    );
    await page.goBack();
    assert.equal(new URL(page.url()).search, '');
    const { share_target } = await (await page.request.get('/chat.webmanifest')).json();
    assert.deepEqual(Object.values(share_target.params).sort(), [...shared.keys()].sort());
    await profile.close();
  });

  test('in German, with long words and from right to left, every screen fits its width, and is mirrored', async () => {
    // As long as names may be, in one word; scripts of both directions and without spaces; code of twelve lines.
    const long = 'Nachtschichtfahrzeugbereitstellungskoordinationsbesprechungen'.slice(0, 60);
    const sigrid = await makePerson(server, world.organization, { name: long });
    const subscribers = [world.organization.chat.user_id, sigrid.id];
    const yard = await makeChannel(server, world.organization.organization_id, { name: long, subscribers });
    const code = Array.from({ length: 12 }, (_, line) => `const bay${line} = load('${long}', ${line});`).join('\n');
    const thai = 'สวัสดีทุกคนที่กำลังรออยู่หน้าประตูคลังสินค้าหมายเลขสี่ตอนเช้าวันนี้';
    const content = `مرحبا بالسائقين في المستودع\n\n${thai}\n\n\`\`\`js\n${code}\n\`\`\``;
    await world.must(sigrid.client.post('/messages', { type: 'channel', to: yard, topic: long, content }));
    await world.must(sigrid.client.post('/messages', { type: 'direct', to: subscribers, content: thai }));
    const page = await world.open(await world.signedIn(), '/chat/inbox');
    const overflow = () =>
      page.evaluate(() => {
        const main = document.querySelector('.chat-main')!;
        return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth);
      });
    for (const [language, width] of [
      ['de', 390],
      ['en-XA', 390],
      ['de', 1024],
      ['en-XA', 1440],
      ['ar-XB', 390],
      ['ar-XB', 1440],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      for (const place of [
        'inbox',
        `c/${yard}/t/${long}`,
        `dm/${sigrid.id}`,
        'channels',
        'people',
        'settings',
        'recent',
        'search',
      ]) {
        const name = `${place.split('/')[0]}-${language}-${width}`;
        await page.goto(`/chat/${place}?language=${language}`);
        await page
          .locator(/^(?:c|dm)\//.test(place) ? '[data-message]' : 'main h1')
          .first()
          .waitFor(PATIENT);
        await world.until(`${name} to fit`, async () => (await overflow()) <= 0);
        await takePicture(page, `chat-language-${name}`);
        if (language === 'ar-XB' && width === 1440) {
          const sides = await page.evaluate(() =>
            ['.left', '.chat-main'].map((part) => document.querySelector(part)!.getBoundingClientRect().x),
          );
          assert.ok(sides[0]! > sides[1]!, `${name}: ${sides.join()}`);
        }
      }
    }
    await page.close();
  });

  test('one’s own data are downloaded, by a way from the settings', async () => {
    const { services } = server;
    await services.database.transaction((tx) =>
      tx.run(sql`
        update platform.people set email_verified_at = ${tx.now}
        where organization_id = ${world.organization.organization_id}`),
    );
    const profile = await world.signedIn();
    const page = await world.open(profile, '/chat/settings');
    await page.getByRole('link', { name: 'Download your data' }).click(PATIENT);
    await page.getByRole('heading', { name: 'Your data' }).waitFor(PATIENT);
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await accessibilityProblems(page), []);
      await takePicture(page, `own-data-${colorScheme}-${width}`);
    }
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click(PATIENT);
    assert.equal((await downloading).suggestedFilename(), 'hubbub-data.tar.gz');
    await (await downloading).path();
    await profile.close();
  });
});
