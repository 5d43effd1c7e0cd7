import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { userSettingDefinitions } from '../../src/chat/settings/user-settings.ts';
import { params } from '../../src/chat/user-settings/update-settings.ts';
import { CHOICES, ELSEWHERE, FIXED, type SettingName, settingSections } from '../../web/shared/user-settings/table.ts';
import { Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { look } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

const { names: settingNames } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../texts/en/shared/user-settings.json'), 'utf8'),
) as { names: Record<SettingName, string> };

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const OPTIONS = { skip: withoutBrowser, timeout: 600_000 };

test('each setting of the API stands in exactly one section of the page', () => {
  const shown: string[] = Object.values(settingSections).flat();
  assert.equal(new Set(shown).size, shown.length);
  assert.deepEqual([...shown, ...ELSEWHERE, ...FIXED].sort(), Object.keys(params).sort());
});

test('the page offers each value that the API takes for a setting of few values, and no other', () => {
  const few = Object.entries(userSettingDefinitions).flatMap(([name, { schema }]) => {
    const { anyOf } = schema as { anyOf?: { const: number | string }[] };
    return anyOf ? [[name, anyOf.map((each) => each.const).sort()]] : [];
  });
  const offered = Object.entries(CHOICES).map(([name, values]) => [name, [...values].sort()]);
  assert.deepEqual(Object.fromEntries(offered), Object.fromEntries(few));
});

let server: Awaited<ReturnType<typeof startTestServer>>;
let chromium: Chromium;
let home: TestConsole;
let profile: BrowserContext;
let own: ChatClient;

before(async () => {
  if (withoutBrowser) return;
  [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  home = await TestConsole.start(server, chromium);
  own = new ChatClient(home.organization.chat);
  await home.must(own.post('/users/me/subscriptions', { subscriptions: [{ name: 'garage' }] }));
  profile = await home.signedIn();
});

after(async () => {
  await chromium?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

const computedStyle = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(
    ([which, name]) => getComputedStyle(document.querySelector(which!)!).getPropertyValue(name!),
    [selector, property],
  );

/** The settings as the server has them. */
async function saved(): Promise<Record<string, unknown>> {
  const answer = await home.must(
    own.post('/register', {
      fetch_event_types: ['user_settings'],
      client_capabilities: { user_settings_object: true },
    }),
  );
  return answer.user_settings;
}

/** Schedules a message. @returns its ID */
async function schedule(at: number): Promise<number> {
  const { stream_id: to } = await home.must(own.get('/get_stream_id', { stream: 'garage' }));
  const message = { type: 'channel', to, topic: 'lift', content: 'It moves again' };
  return (await home.must(own.post('/scheduled_messages', { ...message, scheduled_delivery_timestamp: at })))
    .scheduled_message_id;
}

test('settings act at once, without a reload, also those that another client changed', OPTIONS, async () => {
  await home.must(own.post('/messages', { type: 'channel', to: 'garage', topic: 'lift', content: 'It is **stuck**' }));
  const page = await home.open(profile, '/chat');
  await page.getByRole('button', { name: 'More', exact: true }).click(PATIENT);
  await page.getByRole('menuitem', { name: 'Settings' }).click(PATIENT);
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor(PATIENT);
  await page.getByRole('heading', { name: 'For other apps' }).waitFor(PATIENT);
  // Each has one control, which shows what the server has.
  const before = await saved();
  for (const name of Object.values(settingSections).flat()) {
    const shown = await page
      .getByLabel(settingNames[name], { exact: true })
      .evaluateAll((controls) =>
        (controls as HTMLInputElement[]).map(({ type, checked, value }) => (type === 'checkbox' ? checked : value)),
      );
    const value = before[name];
    assert.deepEqual(shown, [typeof value === 'boolean' ? value : String(value)], name);
  }
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await look(page, 'chat-settings');
  const until = async (what: string, selector: string, property: string, expected: RegExp) =>
    await home.until(what, async () => expected.test(await computedStyle(page, selector, property)));
  await page.getByLabel('Light or dark').selectOption('Dark');
  await until('dark', 'html', 'color-scheme', /^dark$/);
  const plainSize = await computedStyle(page, 'html', 'font-size');
  await page.getByLabel('Size of text, in pixels').fill('20');
  await page.keyboard.press('Enter');
  await home.until('larger text', async () => (await computedStyle(page, 'html', 'font-size')) !== plainSize);
  assert.equal(Number.parseFloat(await computedStyle(page, 'html', 'font-size')), Number.parseFloat(plainSize) * 1.25);
  await page.getByLabel('More contrast').check();
  await until('black ground', '.chat-main', 'background-color', /^rgb\(0, 0, 0\)$/);
  await page.getByLabel('Messages use the whole width').check();
  await until('whole width', '.chat', '--measure', /none/);
  const settings = await saved();
  assert.equal(settings.color_scheme, 2);
  assert.equal(settings.web_font_size_px, 20);
  assert.equal(settings.high_contrast_mode, true);
  assert.equal(settings.fluid_layout_width, true);
  // Another client takes it back.
  await home.must(
    own.patch('/settings', {
      ...{ color_scheme: 3, web_font_size_px: 16, high_contrast_mode: false, fluid_layout_width: false },
      web_line_height_percent: 180,
    }),
  );
  await until('light', 'html', 'color-scheme', /^light$/);
  await until('white ground', '.chat-main', 'background-color', /^rgb\(255, 255, 255\)$/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await until('white ground, whatever the system has', '.chat-main', 'background-color', /^rgb\(255, 255, 255\)$/);
  await page.emulateMedia({ colorScheme: 'light' });
  await home.until('plain text', async () => (await computedStyle(page, 'html', 'font-size')) === plainSize);
  assert.equal(await page.getByLabel('Light or dark').inputValue(), '3');
  // What the page does not offer is not sent.
  await page.getByLabel('Size of text, in pixels').fill('3');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  assert.equal((await saved()).web_font_size_px, 16);
  // A refused one is taken back, with the server's sentence.
  await page.route('**/api/v1/settings', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', msg: 'Not today', code: 'BAD_REQUEST' } }),
  );
  await page.getByLabel('Enter sends a message').click(PATIENT);
  await home.toast('Not today', page).waitFor(PATIENT);
  assert.equal(await page.getByLabel('Enter sends a message').isChecked(), true);
  await page.unroute('**/api/v1/settings');
  await page.getByRole('link', { name: 'garage' }).first().click(PATIENT);
  await page.getByText('It is stuck').first().waitFor(PATIENT);
  const lines = Number.parseFloat(await computedStyle(page, '.message-html', 'line-height'));
  const text = Number.parseFloat(await computedStyle(page, '.message-html', 'font-size'));
  assert.equal(Math.round((lines / text) * 100), 180);
  assert.equal(await page.evaluate(() => 'isSamePage' in globalThis), true);
  await page.close();
  const complaints = chromium.takeComplaints().filter((each) => !each.includes('status of 400'));
  assert.deepEqual(complaints, []);
});

test('a setting is found by its name in the palette, and has the focus', OPTIONS, async () => {
  const page = await home.open(profile, '/chat/inbox');
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor(PATIENT);
  const choose = async (typed: string, name: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(typed, PATIENT);
    await page.getByRole('option', { name: `${name} Settings` }).click(PATIENT);
  };
  await choose('height of', 'Height of lines in messages, in percent');
  await page.waitForURL('**/chat/settings?at=web_line_height_percent', PATIENT);
  const focused = () =>
    page.evaluate(() => document.activeElement!.closest('[data-place]')?.getAttribute('data-place'));
  await home.until('the setting', async () => (await focused()) === 'web_line_height_percent');
  await choose('alert w', 'Alert words');
  const part = page.getByRole('region', { name: 'Alert words' });
  await home.until('the part', async () => (await part.evaluate((each) => each.getBoundingClientRect().top)) < 200);
  await choose('priv', 'Privacy');
  await home.until('the section', async () => (await focused()) === 'privacy');
  // The list of parts leads to each of them, in their order.
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link');
  const titles = await page.locator('.settings-part').evaluateAll((all) => all.map((each) => each.ariaLabel));
  assert.deepEqual(await parts.allTextContents(), titles);
  await parts.filter({ hasText: 'Your bots' }).click(PATIENT);
  await home.until('the bots', async () => (await focused()) === 'bots');
  // Also once more, after something else was looked at.
  await page.locator('.settings').evaluate((body) => body.scrollTo(0, 0));
  await parts.filter({ hasText: 'Your bots' }).click(PATIENT);
  await home.until('the bots again', async () => (await focused()) === 'bots');
  await look(page, 'chat-settings-bots');
  await page.setViewportSize({ width: 390, height: 844 });
  await parts.filter({ hasText: 'Profile' }).click(PATIENT);
  await home.until('the profile', async () => (await focused()) === 'profile');
  await page.setViewportSize({ width: 1440, height: 900 });
  // The pages are in the language that one chooses in this browser, until it is the browser's again.
  await page.getByLabel('Language of the pages').selectOption('Deutsch');
  await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor(PATIENT);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  await page.goto('/dispatch/board');
  await home.until('the console in German', () => page.evaluate(() => document.documentElement.lang === 'de'));
  await page.goto('/account');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de', 'a page of the server');
  await page.goto('/chat/settings');
  // English is written as it is here, in Britain.
  await page.getByLabel('Sprache der Seiten').selectOption('English');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor(PATIENT);
  const scheduled_message_id = await schedule(Date.UTC(2031, 4, 5, 10) / 1000);
  await page.goto('/chat/scheduled');
  await page.getByText('5 May 2031').waitFor(PATIENT);
  await home.must(own.delete(`/scheduled_messages/${scheduled_message_id}`));
  await page.goto('/chat/settings');
  await page.getByLabel('Language of the pages').selectOption('As the browser');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor(PATIENT);
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('times, the start, Escape, folders, folded counts and reading follow the settings at once', OPTIONS, async () => {
  const set = (settings: Partial<Record<SettingName, unknown>>) => home.must(own.patch('/settings', settings));
  const { stream_id: garage } = await home.must(own.get('/get_stream_id', { stream: 'garage' }));
  const scheduled_message_id = await schedule(Date.UTC(2031, 4, 4, 0, 5) / 1000);
  const page = await home.open(profile, '/chat/scheduled');
  await page.getByText(/4 May 2031, 12:05\s?am/i).waitFor(PATIENT);
  await set({ twenty_four_hour_time: true });
  await page.getByText('4 May 2031, 00:05').waitFor(PATIENT);
  await home.must(own.post('/messages', { type: 'channel', to: garage, topic: 'lift', content: 'It moves again' }));
  await page.goto(`/chat/c/${garage}/t/lift`);
  const clock = page.locator('.message-feed .message time').first();
  await home.until('24 hours', async () => /^\d\d:\d\d$/.test((await clock.textContent(PATIENT)) ?? ''));
  await page.getByRole('button', { name: 'Send later' }).click(PATIENT);
  await page
    .getByRole('menuitem', { name: /\b\d\d:\d\d/ })
    .first()
    .waitFor(PATIENT);
  await page.keyboard.press('Escape');
  await set({ twenty_four_hour_time: false });
  await home.until('12 hours', async () => /[ap]m$/.test((await clock.textContent(PATIENT)) ?? ''));
  await home.must(own.delete(`/scheduled_messages/${scheduled_message_id}`));

  // Where one starts; Escape that leads back, and Escape that does not.
  const go = (key: string, path: string) =>
    home.until(`${key} to lead to ${path}`, async () => {
      const isThere = new URL(page.url()).pathname === path;
      // A page that was opened just now may not listen yet.
      if (!isThere) await page.keyboard.press(key);
      return isThere;
    });
  const isHere = (scheme: string) =>
    home.until('the settings', async () => (await computedStyle(page, 'html', 'color-scheme')) === scheme);
  await set({ web_home_view: 'recent_topics' });
  await set({ color_scheme: 3 });
  await isHere('light');
  // In another browser: this one may begin with what was on its disk before.
  const elsewhere = await home.signedIn();
  await (await home.open(elsewhere, '/chat')).waitForURL('**/chat/recent', PATIENT);
  await elsewhere.close();
  await go('Shift+I', '/chat/inbox');
  await go('Escape', '/chat/recent');
  await set({ web_escape_navigates_to_home_view: false });
  await set({ color_scheme: 2 });
  await isHere('dark');
  await go('Shift+I', '/chat/inbox');
  await page.keyboard.press('Escape');
  await go('d', '/chat/drafts');
  await page.goBack();
  await page.waitForURL('**/chat/inbox', PATIENT);

  // Folders, and the counts of what is folded.
  const { channel_folder_id: folder_id } = await home.must(own.post('/channel_folders/create', { name: 'Depot' }));
  const subscribers = [home.organization.chat.user_id];
  const { id: ramp } = await home.must(own.post('/channels/create', { name: 'ramp', subscribers, folder_id }));
  const left = page.getByRole('navigation', { name: 'Views and conversations' });
  const depot = left.getByRole('button', { name: /^Depot/ });
  await depot.waitFor(PATIENT);
  const bot = await home.must(own.post('/bots', { full_name: 'Gate', short_name: 'gate', bot_type: 1 }));
  const { email } = (await home.must(own.get(`/users/${bot.user_id}`))).user;
  const gate = new ChatClient({ ...home.organization.chat, email, api_key: bot.api_key });
  const say = async (topic: string): Promise<number> =>
    (await home.must(gate.post('/messages', { type: 'stream', to: ramp, topic, content: `about ${topic}` }))).id;
  const first = await say('ice');
  await left.getByRole('link', { name: 'ramp 1 unread' }).waitFor(PATIENT);
  await depot.click(PATIENT);
  await left.getByRole('button', { name: 'Depot 1 unread' }).waitFor(PATIENT);
  await set({ web_left_sidebar_unreads_count_summary: false });
  await left.getByRole('button', { name: 'Depot', exact: true }).waitFor(PATIENT);
  await set({ web_left_sidebar_show_channel_folders: false });
  await depot.waitFor({ state: 'detached', ...PATIENT });
  await left.getByRole('link', { name: 'ramp 1 unread' }).waitFor(PATIENT);

  // What is seen in a feed is read only where the person wants it; in a conversation it is.
  await set({ web_mark_read_on_scroll_policy: 2 });
  const second = await say('salt');
  const isRead = async (id: number) => (await home.must(own.get(`/messages/${id}`))).message.flags.includes('read');
  /** Looks for longer than reading takes. */
  const lookAt = async (id: number) => {
    await page.locator(`[data-message="${id}"]`).waitFor(PATIENT);
    await page.clock.runFor(10_000);
  };
  const isCounted = (count: number) => left.getByRole('link', { name: `ramp ${count} unread` }).isVisible();
  await left.getByRole('link', { name: 'ramp 2 unread' }).waitFor(PATIENT);
  await page.clock.install();
  await go('a', '/chat/all');
  await lookAt(first);
  assert.ok(await isCounted(2), 'it was in a feed');
  await page.goto(`/chat/c/${ramp}/t/salt`);
  await home.until('it is read', () => isRead(second));
  await left.getByRole('link', { name: 'ramp 1 unread' }).waitFor(PATIENT);
  await set({ web_mark_read_on_scroll_policy: 3 });
  await page.goto(`/chat/c/${ramp}/t/ice`);
  await lookAt(first);
  assert.ok(await isCounted(1), 'nothing is read by itself');
  await set({ web_mark_read_on_scroll_policy: 1 });
  await home.until('it is read', () => isRead(first));

  await set({
    ...{ web_home_view: 'inbox', web_escape_navigates_to_home_view: true, color_scheme: 1 },
    ...{ web_left_sidebar_unreads_count_summary: true, web_left_sidebar_show_channel_folders: true },
  });
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('what the left side counts, and the count of the tab', OPTIONS, async () => {
  const email = 'pat@example.com';
  const password = 'correct horse battery staple';
  await home.must(own.post('/users', { email, full_name: 'Pat Fern', password }));
  const { api_key } = await home.must(own.post('/fetch_api_key', { username: email, password }));
  const pat = new ChatClient({ site: own.site, email, api_key });
  await home.must(pat.post('/users/me/subscriptions', { subscriptions: [{ name: 'garage' }] }));
  await home.must(own.post('/mark_all_as_read'));
  await home.must(pat.post('/messages', { type: 'channel', to: 'garage', topic: 'lift', content: 'Still stuck' }));
  const { messages } = await home.must(own.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }));
  await home.must(own.post('/messages/flags', { messages: [messages[0].id], op: 'add', flag: 'starred' }));
  const page = await home.open(profile, '/chat/inbox');
  const left = page.getByRole('navigation', { name: 'Views and conversations' });
  await left.getByRole('link', { name: 'garage 1 unread' }).waitFor(PATIENT);
  await left.getByRole('link', { name: 'Starred 1' }).waitFor(PATIENT);
  const set = (settings: Partial<Record<SettingName, unknown>>) => home.must(own.patch('/settings', settings));
  await set({ starred_message_counts: false, web_stream_unreads_count_display_policy: 3 });
  await left.getByRole('link', { name: 'Starred', exact: true }).waitFor(PATIENT);
  await left.getByRole('link', { name: 'garage', exact: true }).waitFor(PATIENT);
  await home.until('a count', async () => (await page.title()).startsWith('(1)'));
  await set({ desktop_icon_count_display: 3 });
  await home.until('no count', async () => !(await page.title()).startsWith('('));
  await home.must(pat.post('/user_topics', { stream_id: messages[0].stream_id, topic: 'lift', visibility_policy: 0 }));
  await home.must(own.post('/user_topics', { stream_id: messages[0].stream_id, topic: 'lift', visibility_policy: 3 }));
  await set({ desktop_icon_count_display: 2 });
  await home.until('a followed topic', async () => (await page.title()).startsWith('(1)'));
  // What is muted is grey, and counts nowhere.
  const row = left.getByRole('link', { name: /^garage/ });
  const colour = () => row.evaluate((element) => getComputedStyle(element).color);
  await home.must(own.post('/user_topics', { stream_id: messages[0].stream_id, topic: 'lift', visibility_policy: 0 }));
  await set({ desktop_icon_count_display: 1, web_stream_unreads_count_display_policy: 2 });
  await left.getByRole('link', { name: 'garage 1 unread' }).waitFor(PATIENT);
  await home.until('a count', async () => (await page.title()).startsWith('(1)'));
  const bright = await colour();
  const mute = (value: boolean) =>
    own.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: messages[0].stream_id, property: 'is_muted', value }],
    });
  await home.must(mute(true));
  await left.getByRole('link', { name: /^garage\s*muted$/ }).waitFor(PATIENT);
  assert.notEqual(await colour(), bright);
  await home.until('no count', async () => !(await page.title()).startsWith('('));
  await home.must(mute(false));
  await left.getByRole('link', { name: 'garage 1 unread' }).waitFor(PATIENT);
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('name, muted people and topics, files of one’s own', OPTIONS, async () => {
  const { stream_id } = await home.must(own.get('/get_stream_id', { stream: 'garage' }));
  await home.must(own.post('/user_topics', { stream_id, topic: 'noise', visibility_policy: 1 }));
  const page = await home.open(profile, '/chat/settings');
  const muted = page.getByRole('region', { name: 'Muted and followed' });
  await muted.getByText('garage › noise').waitFor(PATIENT);
  await muted.getByRole('button', { name: 'Take back: garage › noise' }).click(PATIENT);
  await muted.getByText('garage › noise').waitFor({ state: 'detached', ...PATIENT });
  // A person too: it is seen at once, and taken back.
  const { members } = await home.must(own.get('/users'));
  const { user_id: patId } = members.find(({ full_name }: { full_name: string }) => full_name === 'Pat Fern');
  await home.must(own.post(`/users/me/muted_users/${patId}`));
  await muted.getByRole('listitem').filter({ hasText: 'Pat Fern' }).getByText('Muted person').waitFor(PATIENT);
  await muted.getByRole('button', { name: 'Take back: Pat Fern' }).click(PATIENT);
  await muted.getByText('Pat Fern').waitFor({ state: 'detached', ...PATIENT });
  await home.until('nobody is muted', async () => {
    const { muted_users } = await home.must(own.post('/register', { fetch_event_types: ['muted_users'] }));
    return muted_users.length === 0;
  });
  await page.getByLabel('Name', { exact: true }).fill('Olive Owner');
  await page.getByRole('button', { name: 'Save name' }).click(PATIENT);
  await home.toast('Name saved.', page).waitFor(PATIENT);
  assert.equal((await home.must(own.get('/users/me'))).full_name, 'Olive Owner');
  // What another device makes of it is shown here.
  await home.must(own.patch('/settings', { full_name: 'Ola Owner' }));
  await home.until('the newer name', async () => {
    return (await page.getByLabel('Name', { exact: true }).inputValue()) === 'Ola Owner';
  });
  await page.getByText('You have not uploaded a file.').waitFor(PATIENT);
  const form = new FormData();
  form.append('file', new File(['spanner'], 'tools.txt', { type: 'text/plain' }));
  const uploaded = await fetch(`${own.site}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${home.organization.chat.email}:${home.organization.chat.api_key}`)}` },
    body: form,
  });
  assert.equal(uploaded.status, 200);
  // It is there at once, with its size.
  const files = page.getByRole('region', { name: 'Your files' });
  await files.getByRole('link', { name: 'tools.txt' }).waitFor(PATIENT);
  await files.getByText('They take 0.1 kB.').waitFor(PATIENT);
  await files.getByRole('listitem').getByText('0.1 kB').waitFor(PATIENT);
  await files.getByRole('button', { name: 'Delete tools.txt' }).click(PATIENT);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click(PATIENT);
  await page.getByText('You have not uploaded a file.').waitFor(PATIENT);
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('the channels that notify otherwise stand in a table, and go back to the settings', OPTIONS, async () => {
  const { stream_id } = await home.must(own.get('/get_stream_id', { stream: 'garage' }));
  const page = await home.open(profile, '/chat/settings');
  const part = page.getByRole('region', { name: 'Notifications of channels' });
  await part.getByText('All channels are as in your settings.').waitFor(PATIENT);
  await part.getByLabel('Add a channel').fill('gar');
  await part.getByRole('option', { name: 'garage' }).click(PATIENT);
  const table = part.getByRole('table', { name: 'Notifications of channels' });
  await table.getByRole('checkbox', { name: 'E-mail: garage' }).check(PATIENT);
  await table.getByRole('checkbox', { name: 'Browser: garage' }).check(PATIENT);
  const settings = async () => {
    const { subscriptions } = await home.must(own.get('/users/me/subscriptions'));
    const found = subscriptions.find((each: { stream_id: number }) => each.stream_id === stream_id);
    return [found.email_notifications, found.desktop_notifications];
  };
  await home.until('the settings', async () => (await settings()).join() === 'true,true');
  await part.scrollIntoViewIfNeeded();
  await look(page, 'chat-settings-channels');
  await page.setViewportSize({ width: 390, height: 844 });
  await table.scrollIntoViewIfNeeded();
  await takePicture(page, 'chat-settings-channels-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await table.getByRole('checkbox', { name: 'E-mail: garage', checked: true }).waitFor(PATIENT);
  // Another device sets the same otherwise.
  const data = [{ stream_id, property: 'desktop_notifications', value: false }];
  await home.must(own.post('/users/me/subscriptions/properties', { subscription_data: data }));
  await table.getByRole('checkbox', { name: 'Browser: garage', checked: false }).waitFor(PATIENT);
  await table.getByRole('button', { name: 'As in settings: garage' }).click(PATIENT);
  await part.getByText('All channels are as in your settings.').waitFor(PATIENT);
  await home.until('the settings', async () => (await settings()).join() === 'false,false');
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});
