import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Sql, sql } from '../../src/platform/db/sql.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { INJECTIONS } from '../harness/injections.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 20_000 };
/** Topics and names hold so many characters. */
const LONGEST = 60;
const SCREENS = [
  ...['inbox', 'recent', 'all', 'mentions', 'starred', 'reactions', 'own', 'drafts', 'scheduled', 'reminders'],
  ...['settings', 'search?q=from%3Aeve'],
];

test('names that would run or load something are shown as they are written, on every screen', {
  skip: withoutBrowser,
  timeout: 900_000,
}, async (t) => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const world = await TestConsole.start(server, chromium);
    const { organization_id: organizationId } = world.organization;
    const owner = new ChatClient(world.organization.chat);
    const short = INJECTIONS.filter((text) => text.length <= LONGEST && !text.includes('\u0000'));
    t.diagnostic(`${short.length} texts`);
    const eve = await makePerson(server, world.organization, { name: 'Eve Example' });
    const own = world.organization.chat.user_id;
    const channelId = (await world.must(owner.post('/channels/create', { name: 'yard', subscribers: [own, eve.id] })))
      .id;
    const [name] = short;
    // The API refuses some of these characters in names; what another version or an import let in is no less hostile.
    const run = (statement: Sql) => server.services.database.transaction((tx) => tx.run(statement), { organizationId });
    await run(
      sql`update chat.users set full_name = ${name!} where organization_id = ${organizationId} and id = ${eve.id}`,
    );
    await run(sql`
      update chat.channels set name = ${short[1]!}, description = ${short[2]!}
      where organization_id = ${organizationId} and id = ${channelId}`);
    await world.must(owner.patch('/realm', { name: short[3]!.slice(0, 40) }));
    await world.must(eve.client.post('/users/me/status', { status_text: short[4]! }));
    const group = { name: short[5]!, description: short[6]!, members: JSON.stringify([own, eve.id]) };
    await world.must(owner.post('/user_groups/create', group));
    await world.must(owner.post('/saved_snippets', { title: short[7]!, content: short[8]! }));
    const ids: number[] = [];
    for (const topic of short) {
      const content = `@**|${own}** ${topic}`;
      ids.push((await world.must(eve.client.post('/messages', { type: 'channel', to: channelId, topic, content }))).id);
    }
    const emoji = short[10]!;
    await world.must(eve.client.post(`/messages/${ids[0]}/reactions`, { emoji_name: 'tada' }));
    await run(sql`update chat.reactions set emoji_name = ${emoji} where organization_id = ${organizationId}`);
    await run(sql`
      update chat.user_statuses set emoji_name = ${emoji}, emoji_code = '1f527', reaction_type = 'unicode_emoji'
      where organization_id = ${organizationId} and user_id = ${eve.id}`);
    await world.must(eve.client.post('/messages', { type: 'direct', to: JSON.stringify([own]), content: name! }));
    const form = new FormData();
    form.set('file', new Blob(['x']), `${short[9]!.replaceAll('/', ' ')}.txt`);
    const uploaded = await fetch(`${server.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${owner.email}:${owner.key}`).toString('base64')}` },
      body: form,
    });
    assert.equal(uploaded.status, 200, await uploaded.text());

    const profile = await world.signedIn();
    const page = await profile.newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(?:data|blob):/.test(request.url()))
        elsewhere.push(request.url());
    });
    page.on('dialog', (dialog) => assert.fail(`a dialog opened: ${dialog.message()}`));
    // The policy's complaints come to the console too; here they are counted even where that is filtered.
    await page.addInitScript(() => {
      Object.assign(window, { violations: [] });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        (window as unknown as { violations: string[] }).violations.push(`${violatedDirective} ${blockedURI}`),
      );
    });
    const check = async (where: string) => {
      const found = await page.evaluate(look);
      assert.deepEqual({ ...found, elsewhere }, { violations: [], ran: false, foreign: [], elsewhere: [] }, where);
    };
    for (const screen of SCREENS) {
      await page.goto(`/chat/${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor(PATIENT);
      await world.until('the screen', async () => (await page.locator('main .loading').count()) === 0);
      await check(screen);
    }
    for (const topic of short.slice(0, 8)) {
      await page.goto(`/chat/c/${channelId}/t/${encodeURIComponent(topic)}`);
      await page.locator('article.message').first().waitFor(PATIENT);
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), topic);
      await check(topic);
    }
    await page.goto(`/chat/c/${channelId}/t/${encodeURIComponent(short[0]!)}`);
    const pill = page.locator('.emoji-pill').first();
    assert.ok((await pill.getAttribute('aria-label', PATIENT))!.includes(emoji.replaceAll('_', ' ')));
    await world.must(owner.patch('/settings', { emojiset: 'text' }));
    await world.until('its name in its place', async () => (await pill.textContent())!.includes(`:${emoji}:`));
    await check('emoji as texts');
    await walkParts(page, eve.id, name!, check);
    // The pictures that some of the texts name are not there; the server asks for them, the page does not.
    const missing = /the server responded with a status of 404/;
    const complaints = chromium.takeComplaints().filter((each) => !missing.test(each));
    assert.deepEqual(complaints, []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});

/** The palette, the composer's lists, the card of the person, and the help. */
async function walkParts(
  page: Page,
  personId: number,
  name: string,
  check: (where: string) => Promise<void>,
): Promise<void> {
  await page.goto(`/chat/dm/${personId}`);
  await page.getByRole('heading', { level: 1, name }).waitFor(PATIENT);
  await check('a direct conversation');
  await page.locator('article.message .message-sender').first().click(PATIENT);
  await page.getByRole('dialog').waitFor(PATIENT);
  await check('the card of a person');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('script', PATIENT);
  await page.getByRole('option').first().waitFor(PATIENT);
  await check('the palette');
  await page.keyboard.press('Escape');
  const field = page.getByLabel('Message', { exact: true });
  for (const text of ['@<scr', '#<im']) {
    await field.fill('', PATIENT);
    await field.pressSequentially(text);
    await page.getByRole('listbox').waitFor(PATIENT);
    await check(`completion of ${text}`);
  }
  await field.fill('', PATIENT);
}

/** In the page. */
function look(): { violations: string[]; ran: boolean; foreign: string[] } {
  const foreign = [
    ...document.querySelectorAll('script, iframe, object, embed, base, meta[http-equiv], [onerror], [onload]'),
  ]
    .filter((each) => !(each instanceof HTMLScriptElement && each.src.startsWith(location.origin)))
    .map((each) => each.outerHTML.slice(0, 100));
  const { violations } = window as unknown as { violations: string[] };
  return { violations, ran: /^(?:run|1)$/.test(document.title), foreign };
}
