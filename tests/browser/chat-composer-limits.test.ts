import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { makeChannel, makePerson, type Person } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
/** More than a mention of all reaches without a question. */
const MANY = 17;
const REFUSED = /the server responded with a status of 400/;

describe('what a composer asks, refuses and hands back', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let bo: Person;
  let dock: number;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    const { organization } = world;
    owner = new ChatClient(organization.chat);
    bo = await makePerson(server, organization, { name: 'Bo Baker' });
    const people = [organization.chat.user_id, bo.id];
    for (let number = people.length; number < MANY; number++)
      people.push((await makePerson(server, organization, { name: `Person ${number}` })).id);
    dock = await makeChannel(server, organization.organization_id, { name: 'dock', subscribers: people });
    await world.must(owner.patch('/settings', { enter_sends: false }));
    page = await world.open(await world.signedIn(), `/chat/c/${dock}/t/bikes`);
    await field().waitFor(PATIENT);
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const field = () => page.getByLabel('Message', { exact: true });
  const newest = async () =>
    (await world.must(owner.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })))
      .messages[0]?.content;
  const say = async (content: string, topic = 'bikes'): Promise<number> =>
    (await world.must(bo.client.post('/messages', { type: 'channel', to: dock, topic, content }))).id;

  test('a mention of many is asked about before it goes out; keep writing, or send', async () => {
    await field().fill('@**all** the gate is open');
    await page.keyboard.press('Control+Enter');
    const question = page.getByText(`This notifies ${MANY} people.`);
    await question.waitFor(PATIENT);
    assert.equal(await newest(), undefined);
    await lookInBothSchemes(page, 'composer-many');
    await page.getByRole('button', { name: 'Keep writing' }).click(PATIENT);
    await question.waitFor({ state: 'detached', ...PATIENT });
    assert.ok(await field().evaluate((box) => box === document.activeElement));
    assert.equal(await field().inputValue(), '@**all** the gate is open');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Send anyway' }).click(PATIENT);
    await world.until('the message', async () => (await newest()) === '@**all** the gate is open');
    // In code it reaches nobody, and nobody is asked.
    await field().fill('`@**all**` is how');
    await page.keyboard.press('Control+Enter');
    await world.until('the message', async () => (await newest()) === '`@**all**` is how');
  });

  test('a file that is too large is named with the limit, and nothing of it is sent', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    const attach = page.getByRole('button', { name: /^Attach files \(up to \d+ MB each\)$/ });
    const most = Number(/\d+/.exec((await attach.getAttribute('aria-label'))!)![0]);
    await field().fill('before ');
    await page.evaluate(
      (size) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(size)], 'film.mp4', { type: 'video/mp4' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      most * 1024 * 1024 + 1,
    );
    await page.getByText(`film.mp4 wasn’t uploaded. It is larger than ${most} MB.`).waitFor(PATIENT);
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    await lookInBothSchemes(page, 'composer-too-large');
    await page.getByRole('button', { name: 'Remove', exact: true }).click(PATIENT);
    assert.equal(await field().inputValue(), 'before ');
    assert.ok(!sent.includes('/api/v1/user_uploads'), sent.join());
    await field().fill('');
  });

  test('a call’s link is offered where one is set, and nobody can guess it', async () => {
    const insert = page.getByRole('button', { name: 'Insert', exact: true });
    await insert.click(PATIENT);
    await page.getByRole('menuitem', { name: 'Insert a time' }).waitFor(PATIENT);
    assert.equal(await page.getByRole('menuitem', { name: 'Insert a call’s link' }).count(), 0);
    // Escape closes the menu, and leads nowhere else.
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Insert a time' }).waitFor({ state: 'hidden', ...PATIENT });
    assert.match(page.url(), /\/t\/bikes$/);
    await world.must(
      owner.patch('/realm', { video_chat_provider: 1, jitsi_server_url: JSON.stringify('https://calls.example') }),
    );
    await world.until('the offer', async () => {
      await insert.click(PATIENT);
      const isThere = (await page.getByRole('menuitem', { name: 'Insert a call’s link' }).count()) > 0;
      if (!isThere) await page.keyboard.press('Escape');
      return isThere;
    });
    await page.getByRole('menuitem', { name: 'Insert a call’s link' }).click(PATIENT);
    assert.match(await field().inputValue(), /^\[Join the call\]\(https:\/\/calls\.example\/[\w-]{20,}\)$/);
    await field().fill('');
  });

  test('a refused message is edited, dropped or sent again, with the server’s own words', async () => {
    const refuse = () =>
      page.route('**/api/v1/messages', (route) =>
        route.fulfill({ status: 400, json: { result: 'error', msg: 'Not today', code: 'BAD_REQUEST' } }),
      );
    await refuse();
    await field().fill('one of **two**');
    await page.keyboard.press('Control+Enter');
    const refused = page.locator('.message-refused');
    await refused.getByText('Not today').waitFor(PATIENT);
    await lookInBothSchemes(page, 'message-refused');
    await refused.getByRole('button', { name: 'Edit', exact: true }).click(PATIENT);
    await refused.waitFor({ state: 'detached', ...PATIENT });
    assert.equal(await field().inputValue(), 'one of **two**');
    await page.keyboard.press('Control+Enter');
    await refused.getByText('Not today').waitFor(PATIENT);
    await refused.getByRole('button', { name: 'Discard' }).click(PATIENT);
    await refused.waitFor({ state: 'detached', ...PATIENT });
    assert.equal(await field().inputValue(), '');
    await page.unroute('**/api/v1/messages');
    assert.equal(await newest(), '`@**all**` is how');
    const others = chromium.takeComplaints().filter((each) => !REFUSED.test(each));
    assert.deepEqual(others, []);
  });

  test('what is selected of a message is quoted, and no more', async () => {
    const id = await say('The **blue** van stands by the north gate');
    const text = page.locator(`[data-message="${id}"] .message-html`);
    await text.waitFor(PATIENT);
    await text.evaluate((box) => {
      const last = box.querySelector('p')!.lastChild!;
      const at = last.textContent!.indexOf('north gate');
      getSelection()!.setBaseAndExtent(last, at, last, at + 'north gate'.length);
    });
    await page.keyboard.press('>');
    await world.until('the quote', async () => /```quote\nnorth gate\n```/.test(await field().inputValue()));
    assert.ok(!(await field().inputValue()).includes('blue'));
    await field().fill('');
  });

  test('whoever loses the right to write while they write reads why; the text comes back with the right', async () => {
    const { id } = await world.must(
      owner.post('/channels/create', { name: 'press', subscribers: [world.organization.chat.user_id, bo.id] }),
    );
    const profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
    await world.must(owner.patch(`/users/${bo.id}`, { role: 400 }));
    const password = 'correct horse battery staple';
    const { user_id: samId } = await world.must(
      owner.post('/users', { email: 'sam@example.com', full_name: 'Sam Sailor', password }),
    );
    await world.must(
      owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'press' }], principals: [samId] }),
    );
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' };
    await profile.request.post('/api/session', { headers, data: { email: 'sam@example.com', password } });
    const tab = await world.open(profile, `/chat/c/${id}/t/news`);
    const box = tab.getByLabel('Message', { exact: true });
    await box.fill('half a sen', PATIENT);
    const holders = (who: object) => world.must(owner.patch(`/streams/${id}`, { can_send_message_group: who }));
    const mayWrite = (ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
    await holders({ new: mayWrite([bo.id]) });
    await tab.getByText('You don’t have permission to write in #press.').waitFor(PATIENT);
    assert.equal(await box.count(), 0);
    await lookInBothSchemes(tab, 'composer-lost-right');
    await holders({ new: mayWrite([bo.id, samId]) });
    await box.waitFor(PATIENT);
    assert.equal(await box.inputValue(), 'half a sen');
    // A private channel that they are taken out of: what they read stays, and says so.
    await world.must(owner.patch(`/streams/${id}`, { is_private: true }));
    await world.must(bo.client.post('/messages', { type: 'channel', to: id, topic: 'news', content: 'Only for us' }));
    await tab.getByText('Only for us').waitFor(PATIENT);
    await world.must(owner.delete('/users/me/subscriptions', { subscriptions: ['press'], principals: [samId] }));
    await tab.getByText('You no longer have access to #press.').waitFor(PATIENT);
    await lookInBothSchemes(tab, 'chat-lost-access');
    await profile.close();
    // Channels that are no longer theirs are asked for and refused.
    const others = chromium.takeComplaints().filter((each) => !REFUSED.test(each));
    assert.deepEqual(others, []);
  });
});
