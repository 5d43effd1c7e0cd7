import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { makeColleague } from '../harness/chat-people.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const OPTIONS = { timeout: 600_000 };

describe('edit history, read receipts, playgrounds', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let bo: Awaited<ReturnType<typeof makeColleague>>;
  let cleo: Awaited<ReturnType<typeof makeColleague>>;
  let channelId: number;
  let own: Page;
  let his: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    bo = await makeColleague(world, 'bo@couriers.example', 'Bo Baker');
    cleo = await makeColleague(world, 'cleo@couriers.example', 'Cleo Clark');
    for (const client of [owner, bo.client]) await givePicture(client);
    const subscribers = [world.organization.chat.user_id, bo.id, cleo.id];
    channelId = (await world.must(owner.post('/channels/create', { name: 'dock', subscribers }))).id;
    const profiles = await Promise.all([world.signedIn(), world.signedIn({}, bo.email)]);
    [own, his] = (await Promise.all(profiles.map((profile) => world.open(profile, '/chat')))) as [Page, Page];
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const say = async (topic: string, content: string): Promise<number> =>
    (await world.must(owner.post('/messages', { type: 'channel', to: channelId, topic, content }))).id;
  const row = (page: Page, id: number) => page.locator(`.message-feed [data-message="${id}"]`);
  const openTopic = (topic: string) =>
    Promise.all([own, his].map((page) => page.goto(`/chat/c/${channelId}/t/${topic}`)));
  const openMenu = async (page: Page, id: number) => {
    await row(page, id).hover(PATIENT);
    await row(page, id).getByRole('button', { name: 'More actions' }).click(PATIENT);
    await page.getByRole('menuitem', { name: 'Quote and reply' }).waitFor(PATIENT);
  };
  const choose = async (page: Page, id: number, name: string) => {
    await openMenu(page, id);
    await page.getByRole('menuitem', { name }).click(PATIENT);
  };
  /** Addresses of people's pictures; undefined for one drawn by initials. */
  const picturesIn = (place: Locator) =>
    place.locator('.avatar').evaluateAll((all) => all.map((each) => each.querySelector('img')?.getAttribute('src')));

  test('a message’s history shows what each change added and removed, and grows while one looks', OPTIONS, async () => {
    const id = await say('gates', 'The van leaves at gate 4 tonight');
    await say('gates', 'So be there in time');
    await openTopic('gates');
    await row(his, id).waitFor(PATIENT);
    await openMenu(his, id);
    assert.equal(await his.getByRole('menuitem', { name: 'See edit history' }).count(), 0, 'nothing was changed');
    await his.keyboard.press('Escape');
    await world.must(owner.patch(`/messages/${id}`, { content: 'The van leaves at gate 5 **tonight**' }));
    await row(his, id).getByRole('button', { name: 'edited' }).click(PATIENT);
    const dialog = his.getByRole('dialog', { name: 'Edit history' });
    await dialog.locator('ins', { hasText: '5' }).waitFor(PATIENT);
    assert.equal(await dialog.locator('del').first().textContent(), '4');
    await dialog.getByText('wrote this').waitFor(PATIENT);
    await world.must(owner.patch(`/messages/${id}`, { topic: 'gate 5' }));
    await dialog.getByText('Topic: “gates” became “gate 5”').waitFor(PATIENT);
    assert.equal(await dialog.getByRole('listitem').count(), 3);
    // The conversation is drawn anew without the message that has moved.
    let picture: string | null | undefined;
    await world.until('the picture', async () => {
      [picture] = await picturesIn(his.locator('.message-feed'));
      return Boolean(picture);
    });
    assert.deepEqual(await picturesIn(dialog), [picture, picture, picture]);
    await lookInBothSchemes(his, 'chat-history');
    await his.setViewportSize({ width: 390, height: 844 });
    await lookInBothSchemes(his, 'chat-history-390');
    await his.setViewportSize({ width: 1440, height: 900 });
    await his.keyboard.press('Escape');

    // The organization closes the history: it is gone, and asked for all the same it is refused.
    await world.must(owner.patch('/realm', { message_edit_history_visibility_policy: 'none' }));
    await own.goto(`/chat/c/${channelId}/t/gate%205`);
    await row(own, id).getByText('edited').waitFor(PATIENT);
    // What the device had of an earlier visit still offered it.
    await row(own, id)
      .getByRole('button', { name: 'edited' })
      .waitFor({ state: 'detached', ...PATIENT });
    await openMenu(own, id);
    assert.equal(await own.getByRole('menuitem', { name: 'See edit history' }).count(), 0);
    await own.keyboard.press('Escape');
    await his.goto(`/chat/c/${channelId}/t/gate%205`);
    await world.must(owner.patch('/realm', { message_edit_history_visibility_policy: 'all' }));
  });

  test('who has read a message: those who let others know, and as they come', OPTIONS, async () => {
    await Promise.all([own.goto('/chat/settings'), his.goto('/chat/settings')]);
    const id = await say('reading', 'Who is there?');
    await world.must(cleo.client.patch('/settings', { send_read_receipts: false }));
    await world.must(cleo.client.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }));
    await own.goto(`/chat/c/${channelId}/t/reading`);
    await choose(own, id, 'See who has read it');
    const dialog = own.getByRole('dialog', { name: 'Who has read it' });
    await dialog.getByText('Nobody has read it yet.').waitFor(PATIENT);
    await his.goto(`/chat/c/${channelId}/t/reading`);
    await dialog.getByText('Bo Baker').waitFor(PATIENT);
    await dialog.getByText('1 person has read it.').waitFor(PATIENT);
    assert.equal(await dialog.getByText('Cleo Clark').count(), 0, 'turned receipts off');
    const beside = await picturesIn(own.getByRole('complementary').getByRole('button', { name: 'Bo Baker' }));
    assert.ok(beside[0]);
    assert.deepEqual(await picturesIn(dialog), beside);
    // Whoever has no picture is drawn by initials, without a request.
    const cleos = own.getByRole('complementary').getByRole('button', { name: 'Cleo Clark' });
    assert.deepEqual(await picturesIn(cleos), [undefined]);
    assert.equal(await cleos.locator('.avatar').textContent(), 'CC');
    await lookInBothSchemes(own, 'chat-receipts');
    await own.keyboard.press('Escape');
    // Also from a menu that is open.
    await openMenu(own, id);
    const item = own.getByRole('menuitem', { name: 'See who has read it' });
    await item.waitFor(PATIENT);
    await world.must(owner.patch('/realm', { enable_read_receipts: false }));
    await item.waitFor({ state: 'detached', ...PATIENT });
    await own.keyboard.press('Escape');
    await world.must(owner.patch('/realm', { enable_read_receipts: true }));
  });

  test('code opens in a playground of its language, in a tab that knows nothing of this one', OPTIONS, async () => {
    const headers: Record<string, string>[] = [];
    await his.context().route('https://play.example/**', async (route) => {
      headers.push(await route.request().allHeaders());
      await route.fulfill({ contentType: 'text/html', body: '<title>Playground</title>' });
    });
    const code = 'print("1 + 1 & more")\n';
    const id = await say('code', `\`\`\`python\n${code}\`\`\``);
    const other = await say('code', '```rust\nfn main() {}\n```');
    await openTopic('code');
    await row(his, other).waitFor(PATIENT);
    assert.equal(await row(his, id).getByRole('link', { name: 'Run in' }).count(), 0);
    const playground = { name: 'Sandbox', pygments_language: 'Python', url_template: 'https://play.example/?c={code}' };
    await world.must(owner.post('/realm/playgrounds', playground));
    // It is there at once, for everybody who looks at the code.
    const link = row(his, id).getByRole('link', { name: 'Run in Sandbox' });
    await link.waitFor(PATIENT);
    await row(his, id).hover();
    const [tab] = await Promise.all([his.context().waitForEvent('page'), link.click(PATIENT)]);
    await tab.waitForURL('https://play.example/**', PATIENT);
    assert.equal(new URL(tab.url()).searchParams.get('c'), code);
    assert.equal(headers[0]!.referer, undefined);
    assert.equal(await tab.evaluate(() => window.opener), null);
    await tab.close();
    assert.equal(await row(his, other).getByRole('link', { name: 'Run in Sandbox' }).count(), 0, 'another language');

    const second = { ...playground, name: 'Workshop', url_template: 'https://play.example/workshop{?code}' };
    const { id: added } = await world.must(owner.post('/realm/playgrounds', second));
    await row(his, id).getByRole('button', { name: 'Run code' }).click(PATIENT);
    const card = his.getByRole('dialog', { name: 'Run code' });
    await card.getByRole('link', { name: 'Sandbox' }).waitFor(PATIENT);
    await lookInBothSchemes(his, 'chat-playgrounds');
    const [chosen] = await Promise.all([
      his.context().waitForEvent('page'),
      card.getByRole('link', { name: 'Workshop' }).click(PATIENT),
    ]);
    await chosen.waitForURL('https://play.example/workshop**', PATIENT);
    await chosen.close();
    await card.waitFor({ state: 'detached', ...PATIENT });
    await world.must(owner.delete(`/realm/playgrounds/${added}`));
    await link.waitFor(PATIENT);
  });
});

async function givePicture({ site, email, key }: ChatClient): Promise<void> {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#00f' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)]), 'me.png');
  const headers = { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` };
  assert.equal((await fetch(`${site}/api/v1/users/me/avatar`, { method: 'POST', body, headers })).status, 200);
}
