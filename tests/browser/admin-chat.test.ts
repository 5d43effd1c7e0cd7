import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { type Answer, ChatClient, until } from '../harness/clients.ts';
import { png } from '../harness/pictures.ts';
import { startTestServer } from '../harness/server.ts';
import { PASSWORD, Visitors } from '../harness/visitors.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe('the organization’s chat in the administration, in a browser', {
  skip: withoutBrowser,
  timeout: TIMEOUT_MS,
}, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let visitors: Visitors;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    visitors = new Visitors(server, await server.organization({ ownerEmail: 'olive@couriers.example' }));
    await visitors.person('mara');
    page = await (await signedIn('olive@couriers.example')).newPage();
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  async function signedIn(email: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const viewport = { width: 1280, height: 900 };
    const context = await chromium.profile({ baseURL: server.url, viewport, ...options });
    const answer = await context.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return context;
  }
  const button = (name: string, tab = page) => tab.getByRole('button', { name, exact: true });
  const dialog = (name: string | RegExp, tab = page) => tab.getByRole('dialog', { name });
  const toast = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).last();
  async function choose(menu: string, item: string): Promise<void> {
    await button(menu).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
  async function must(asked: Promise<Answer>): Promise<Answer['json']> {
    const { json } = await asked;
    assert.equal(json.result, 'success', json.msg);
    return json;
  }

  /** Checks that a screen is accessible and not too wide, in the light, in the dark and on a phone. */
  async function look(name: string): Promise<void> {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const wider = await page.evaluate(() =>
        Math.max(
          ...[document.documentElement, document.querySelector('.admin-main')!].map(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          ),
        ),
      );
      assert.equal(wider, 0, `${name} at ${width}`);
      assert.deepEqual(await accessibilityProblems(page), [], `${name} ${colorScheme} ${width}`);
      await takePicture(page, `admin-${name}-${colorScheme}-${width}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  test('an emoji is added, renamed and taken out of use; whoever wrote it keeps it', async () => {
    const ofName = async (name: string) => {
      const { emoji } = await must(visitors.owner.get('/realm/emoji'));
      return (Object.values(emoji) as { name: string; deactivated: boolean }[]).filter((each) => each.name === name);
    };
    await page.goto('/admin/emoji');
    await page.getByRole('heading', { name: 'No emoji of your own yet' }).waitFor();
    await button('Add emoji').click();
    const form = dialog('Add emoji');
    await form.getByLabel('Name').fill('Fast Van');
    const picture = { name: 'van.png', mimeType: 'image/png', buffer: await png(200, 200) };
    await form.getByLabel('Picture').setInputFiles(picture);
    await form.getByRole('button', { name: 'Add emoji' }).click();
    // The server's words stay beside what was written.
    await form.getByText(/^Emoji names must contain only lowercase English letters/).waitFor();
    chromium.takeComplaints();
    await form.getByLabel('Name').fill('fast_van');
    await form.getByRole('button', { name: 'Add emoji' }).click();
    await toast(':fast_van: added').waitFor();
    const row = page.getByRole('row', { name: /:fast_van:/ });
    await row.getByText(/Olive Owner/).waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.own-emoji img')!.naturalWidth > 0);
    await look('emoji');
    const sent = { type: 'direct', to: [visitors.org.chat.user_id], content: ':fast_van:' };
    const { id } = await must(visitors.owner.post('/messages', sent));
    await choose('More actions for :fast_van:', 'Rename');
    await dialog('Rename :fast_van:').getByLabel('Name', { exact: true }).fill('slow_van');
    await button('Save').click();
    await page.getByRole('row', { name: /:slow_van:/ }).waitFor();
    await row.waitFor({ state: 'detached' });
    assert.deepEqual(
      (await ofName('fast_van')).map(({ deactivated }) => deactivated),
      [true],
    );
    const { message } = await must(visitors.owner.get(`/messages/${id}`));
    assert.match(message.content, /<img [^>]*alt=":fast_van:"/);
    await choose('More actions for :slow_van:', 'Take out of use');
    await dialog('Take :slow_van: out of use?').getByRole('button', { name: 'Take out of use' }).click();
    await page.getByRole('heading', { name: 'No emoji of your own yet' }).waitFor();
    assert.deepEqual(
      (await ofName('slow_van')).map(({ deactivated }) => deactivated),
      [true],
    );
  });

  test('texts become links, tried at once; code opens in a playground', async () => {
    await page.goto('/admin/links');
    const add = async (pattern: string, template: string, example: string) => {
      await button('Add linkifier').click();
      const form = dialog('Add linkifier');
      await form.getByLabel('Pattern').fill(pattern);
      await form.getByLabel('Address').fill(template);
      await form.getByLabel('Text to try it with').fill(example);
      await form.getByRole('button', { name: 'Add linkifier' }).click();
      return form;
    };
    const refused = await add('#(?P<id>[0-9]+', 'https://shop.example/orders/{id}', 'Where is #42?');
    await refused.getByText(/^Bad regular expression/).waitFor();
    chromium.takeComplaints();
    await refused.getByLabel('Pattern').fill('#(?P<id>[0-9]+)');
    await refused.getByRole('button', { name: 'Add linkifier' }).click();
    await refused.waitFor({ state: 'detached' });
    await add('#(?P<any>[0-9a-z]+)', 'https://other.example/{any}', 'Where is #van?');
    await page.getByRole('row', { name: /other\.example/ }).waitFor();
    const trial = page.getByRole('form', { name: 'Try a message' });
    const tried = trial.getByRole('status').getByRole('link');
    assert.equal(await trial.getByLabel('Try a message').inputValue(), 'Where is #42?');
    await button('Try').click();
    assert.equal(await tried.getAttribute('href'), 'https://shop.example/orders/42');
    // The first one that matches makes the link.
    await choose('More actions for #(?P<any>[0-9a-z]+)', 'Move up');
    await page.waitForFunction(() => document.querySelector('.admin-table tbody code')?.textContent?.includes('any'));
    await trial.getByLabel('Try a message').fill('And #42 now?');
    await button('Try').click();
    await trial.getByText('And').waitFor();
    assert.equal(await tried.getAttribute('href'), 'https://other.example/42');
    await choose('More actions for #(?P<any>[0-9a-z]+)', 'Edit linkifier');
    await dialog('Edit linkifier').getByLabel('Address').fill('https://third.example/{any}');
    await button('Save').click();
    await page.getByRole('row', { name: /third\.example/ }).waitFor();
    await button('Add playground').click();
    const form = dialog('Add playground');
    await form.getByLabel('Name').fill('Try Python');
    await form.getByLabel('Language').fill('python');
    await form.getByLabel('Address').fill('https://play.example/?code={code}');
    await form.getByRole('button', { name: 'Add playground' }).click();
    await toast('Try Python added').waitFor();
    await page.getByLabel('Code to try').fill('print(2 & 3)');
    const link = page.getByRole('link', { name: 'Try in Try Python' });
    assert.equal(await link.getAttribute('href'), 'https://play.example/?code=print%282%20%26%203%29');
    await look('links');
    await button('Remove: Try Python').click();
    await dialog('Remove Try Python?').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There is no playground.').waitFor();
    for (const pattern of ['#(?P<any>[0-9a-z]+)', '#(?P<id>[0-9]+)']) {
      await choose(`More actions for ${pattern}`, 'Remove linkifier');
      await dialog(`Remove ${pattern}?`).getByRole('button', { name: 'Remove linkifier' }).click();
      await button(`More actions for ${pattern}`).waitFor({ state: 'detached' });
    }
    await page.getByText('No text becomes a link by itself').waitFor();
  });

  test('who may do what is a sentence each; a group and a person are given a permission', async () => {
    const value = () => must(visitors.owner.post('/register', { fetch_event_types: ['realm'] }));
    const { user_id: mara } = (await must(visitors.owner.get('/users/mara@couriers.example'))).user;
    const { group_id: riders } = await must(
      visitors.owner.post('/user_groups/create', { name: 'riders', description: '', members: [mara] }),
    );
    await page.goto('/admin/permissions');
    await page.getByText('Everybody but guests may add emoji.').waitFor();
    await page.getByText('Owners may change all groups and their members.').waitFor();
    await look('permissions');
    await button('Change: Add emoji').click();
    const form = dialog('Add emoji');
    const field = form.getByRole('combobox');
    await form.getByRole('button', { name: 'Remove Everybody but guests' }).click();
    await form.getByText('Nobody may add emoji.').waitFor();
    await field.fill('rid');
    await form.getByRole('option', { name: /riders/ }).click();
    await field.fill('mar');
    await form.getByRole('option', { name: /mara person/ }).click();
    await form.getByText(/riders.* and .*mara person.* may add emoji\./).waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await toast('Saved').waitFor();
    await page.getByText(/riders.* and .*mara person.* may add emoji\./).waitFor();
    assert.deepEqual((await value()).realm_can_add_custom_emoji_group, {
      direct_members: [mara],
      direct_subgroups: [riders],
    });
    // Somebody else changes the same meanwhile: whoever did not see that changes nothing.
    await button('Change: Add emoji').click();
    const { user_groups } = await must(visitors.owner.get('/user_groups'));
    const owners = user_groups.find(({ name }: { name: string }) => name === 'role:owners').id;
    await must(visitors.owner.patch('/realm', { can_add_custom_emoji_group: { new: owners } }));
    await form.getByRole('button', { name: /Remove riders/ }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText("'old' value does not match the expected value.").waitFor();
    chromium.takeComplaints();
    assert.equal((await value()).realm_can_add_custom_emoji_group, owners);
    await form.getByRole('button', { name: 'Cancel' }).click();
    // What they changed it to is shown now, and can be changed.
    await page.getByText('Owners may add emoji.').waitFor();
    await button('Change: Add emoji').click();
    await form.getByRole('button', { name: /Remove Owners/ }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nobody may add emoji.').waitFor();
    await form.waitFor({ state: 'detached' });
    // What only owners give to others, an administrator reads with the reason.
    await must(visitors.owner.patch(`/users/${mara}`, { role: 200 }));
    const context = await signedIn('mara@couriers.example');
    const theirs = await context.newPage();
    await theirs.goto('/admin/permissions');
    await button('Change: Add subscribers', theirs).waitFor();
    assert.equal(await button('Change: Change all groups', theirs).count(), 0);
    await theirs.getByRole('listitem').filter({ hasText: 'change all groups' }).getByText('Only owners').waitFor();
    await context.close();
    await must(visitors.owner.patch(`/users/${mara}`, { role: 400 }));
  });

  test('an export is made, downloaded and deleted', async () => {
    await page.goto('/admin/exports');
    await page.getByRole('heading', { name: 'No export yet' }).waitFor();
    await button('Start export').click();
    const form = dialog('Start export');
    await form.getByText('0 of 2 people consented').waitFor();
    await form.getByRole('button', { name: 'Start export' }).click();
    const link = page.getByRole('link', { name: 'Download' });
    await link.waitFor();
    await look('exports');
    const downloaded = page.waitForEvent('download');
    await link.click();
    assert.match((await downloaded).suggestedFilename(), /\.tar\.gz$/);
    await page
      .getByRole('row', { name: /Public channels/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog('Delete this export?').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('deleted', { exact: true }).waitFor();
    await until(async () => {
      const { exports } = await must(visitors.owner.get('/export/realm'));
      return exports[0].deleted_timestamp !== null;
    }, 'the export being deleted');
  });

  test('a bot is switched off and on by an administrator, with its owner and last use', async () => {
    await page.goto('/admin/bots');
    await page.getByRole('heading', { name: 'No bot yet' }).waitFor();
    const given = { full_name: 'Shop Hook', short_name: 'shop', bot_type: 2 };
    const { user_id, api_key } = await must(visitors.owner.post('/bots', given));
    const { email } = (await must(visitors.owner.get(`/users/${user_id}`))).user;
    const bot = new ChatClient({ ...visitors.org.chat, email, api_key });
    await must(bot.get('/users/me'));
    await until(async () => {
      const { bots } = await (await page.request.get('/api/admin/bots')).json();
      return bots[0].usedAt !== null;
    }, 'the use of its key');
    await page.reload();
    const row = page.getByRole('row', { name: /Shop Hook.*Incoming webhook.*Olive Owner/ });
    await row.waitFor();
    assert.doesNotMatch((await row.textContent())!, /never/);
    await look('bots');
    await button('Switch off: Shop Hook').click();
    await dialog('Switch Shop Hook off?').getByRole('button', { name: 'Switch off' }).click();
    await button('Switch on: Shop Hook').waitFor();
    assert.equal((await bot.get('/users/me')).status, 401);
    await button('Switch on: Shop Hook').click();
    await dialog('Switch Shop Hook on again?').getByRole('button', { name: 'Switch on' }).click();
    await button('Switch off: Shop Hook').waitFor();
    assert.equal((await must(visitors.owner.get(`/users/${user_id}`))).user.is_active, true);
  });

  test('what new people find: welcome words, tried first, channels and settings', async () => {
    await must(visitors.owner.post('/channels/create', { name: 'lobby', subscribers: [visitors.org.chat.user_id] }));
    const { streams } = await must(visitors.owner.get('/streams'));
    const { stream_id } = streams.find(({ name }: { name: string }) => name === 'lobby');
    await must(visitors.owner.post('/default_streams', { stream_id }));
    await page.goto('/admin/newcomers');
    const welcome = page.getByRole('form', { name: 'Welcome' });
    const field = welcome.getByRole('textbox');
    await field.fill('Hello! Keys are in the **blue** box.');
    await button('Send it to me').click();
    await toast('Sent to you in the chat').waitFor();
    const newest = async (client: ChatClient) => {
      const asked = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['is', 'dm']], apply_markdown: false };
      const { messages } = await must(client.get('/messages', asked));
      return messages.map(({ content }: { content: string }) => content);
    };
    assert.equal((await newest(visitors.owner)).at(-1), 'Hello! Keys are in the **blue** box.');
    await welcome.getByRole('button', { name: 'Save' }).click();
    await toast('Saved').waitFor();
    await page.getByText('lobby', { exact: true }).waitFor();
    const appearance = page.getByRole('region', { name: 'Appearance' });
    const saved = () => page.waitForResponse((response) => response.request().method() === 'PATCH');
    let answered = saved();
    await appearance.getByLabel('Light or dark').selectOption({ label: 'Dark' });
    assert.equal((await answered).status(), 200);
    answered = saved();
    await page.getByRole('region', { name: 'Reading and writing' }).getByLabel('Enter sends a message').click();
    assert.equal((await answered).status(), 200);
    await look('newcomers');
    await page.reload();
    await appearance.getByText('Light or dark').waitFor();
    assert.equal(await appearance.getByLabel('Light or dark').inputValue(), '2');
    // Whoever comes now starts with it; whoever was here keeps what they had.
    const email = await visitors.person('nora');
    const { api_key, user_id } = await must(
      visitors.owner.post('/fetch_api_key', { username: email, password: PASSWORD }),
    );
    const nora = new ChatClient({ ...visitors.org.chat, email, api_key });
    const settings = async (client: ChatClient) =>
      await must(client.post('/register', { fetch_event_types: ['user_settings', 'subscription'] }));
    const hers = await settings(nora);
    assert.equal(hers.user_settings.color_scheme, 2);
    assert.ok(
      hers.subscriptions.some(({ name }: { name: string }) => name === 'lobby'),
      String(user_id),
    );
    assert.equal((await settings(visitors.owner)).user_settings.color_scheme, 1);
  });

  test('moderators get reports once a private channel is chosen, and settle them', async () => {
    const { id: desk } = await must(
      visitors.owner.post('/channels/create', {
        name: 'desk',
        subscribers: [visitors.org.chat.user_id],
        invite_only: true,
      }),
    );
    await page.goto('/admin/organization');
    const notices = page.getByRole('form', { name: 'Announcements and reports' });
    const reports = notices.getByLabel('Reports of messages');
    await reports.waitFor();
    assert.deepEqual(await reports.locator('option').allTextContents(), ['No channel', 'desk']);
    await reports.selectOption({ label: 'desk' });
    await notices.getByLabel('New people').selectOption({ label: 'lobby' });
    await notices.getByRole('button', { name: 'Save' }).click();
    await toast('Saved').waitFor();
    await notices.scrollIntoViewIfNeeded();
    await look('notices');
    const sent = { type: 'channel', to: 'lobby', topic: 'offers', content: 'Buy my old van!' };
    const { id } = await must(visitors.owner.post('/messages', sent));
    const asked = { username: 'nora@couriers.example', password: PASSWORD };
    const { api_key, email } = await must(visitors.owner.post('/fetch_api_key', asked));
    const nora = new ChatClient({ ...visitors.org.chat, email, api_key });
    await must(nora.post(`/messages/${id}/report`, { report_type: 'spam' }));
    // Whoever moderates reads it, and settles it by resolving its topic.
    await page.goto(`/chat/c/${desk}`);
    await page.getByText('Buy my old van!').first().waitFor();
    await page
      .getByRole('link', { name: /moderation requests/ })
      .first()
      .click();
    await button('Mark topic as resolved').click();
    await until(async () => {
      const { topics } = await must(visitors.owner.get(`/users/me/${desk}/topics`));
      return topics[0].name.startsWith('✔ ');
    }, 'the report being settled');
  });
});
