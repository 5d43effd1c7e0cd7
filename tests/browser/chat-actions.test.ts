import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';
import { countUnsentActions } from '../harness/unsent-actions.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const OPTIONS = { timeout: 600_000 };

describe('what is changed without a network', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let me: number;
  let channelId: number;
  let profile: BrowserContext;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    me = world.organization.chat.user_id;
    channelId = (await world.must(owner.post('/channels/create', { name: 'dock', subscribers: [me] }))).id;
    await world.must(owner.patch('/settings', { enter_sends: false }));
    profile = await world.signedIn();
    page = await world.open(profile, '/chat');
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const row = (text: string) => page.locator('article', { hasText: text });
  const field = () => page.getByLabel('Message', { exact: true });
  const say = async (topic: string, content: string): Promise<number> =>
    (await world.must(owner.post('/messages', { type: 'channel', to: channelId, topic, content }))).id;
  /** A message as Markdown; undefined if there is none. */
  const message = async (id: number) => (await owner.get(`/messages/${id}`, { apply_markdown: false })).json.message;
  const openTopic = async (topic: string, text: string) => {
    await page.goto(`/chat/c/${channelId}/t/${topic}`);
    await row(text).waitFor(PATIENT);
  };

  async function choose(of: Locator, item: string): Promise<void> {
    await of.hover(PATIENT);
    await of.getByRole('button', { name: 'More actions' }).click(PATIENT);
    await page.getByRole('menuitem', { name: item }).click(PATIENT);
  }

  async function edit(from: string, to: string): Promise<void> {
    await choose(row(from), 'Edit message');
    const editor = page.getByLabel('Edit message').getByRole('textbox');
    await editor.fill(to, PATIENT);
    await page.getByRole('button', { name: 'Save' }).click();
    await editor.waitFor({ state: 'detached', ...PATIENT });
  }

  async function remove(text: string): Promise<void> {
    await choose(row(text), 'Delete message');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click(PATIENT);
  }

  async function away(act: () => Promise<void>): Promise<void> {
    await profile.setOffline(true);
    try {
      await act();
    } finally {
      await profile.setOffline(false);
    }
  }

  test('edits, moves and deletions are shown at once, and made when there is a network again', OPTIONS, async () => {
    const [draft, waste, stray] = [
      await say('gates', 'Gate 4 is opn'),
      await say('gates', 'A slip'),
      await say('gates', 'About the ramp'),
    ];
    await openTopic('gates', 'Gate 4 is opn');
    // Dialogs are loaded when they first open; the service worker, which tests leave out, has them.
    for (const item of ['Delete message', 'Move message']) {
      await choose(row('A slip'), item);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(PATIENT);
    }
    // The editor fetches what was written.
    await choose(row('Gate 4 is opn'), 'Edit message');
    const editor = page.getByLabel('Edit message').getByRole('textbox');
    await editor.fill('Gate 4 is open', PATIENT);
    await away(async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await row('Gate 4 is open').getByText('Change not saved yet').waitFor(PATIENT);
      assert.deepEqual(await accessibilityProblems(page), []);
      await takePicture(page, 'chat-edit-waits');
      await remove('A slip');
      await row('A slip').waitFor({ state: 'detached', ...PATIENT });
      await page.getByText('Message will be deleted when the server can be reached.').first().waitFor(PATIENT);
      await choose(row('About the ramp'), 'Move message');
      await page.getByLabel('Topic', { exact: true }).fill('ramp', PATIENT);
      await page.getByLabel('Which messages').selectOption('change_one');
      await page.getByRole('button', { name: 'Move messages' }).click();
      await row('About the ramp').waitFor({ state: 'detached', ...PATIENT });
      // Nothing has left this page.
      assert.deepEqual(
        [(await message(draft)).content, (await message(waste)).content, (await message(stray)).subject],
        ['Gate 4 is opn', 'A slip', 'gates'],
      );
    });
    await world.until('all is done', async () => {
      const [edited, deleted, moved] = [await message(draft), await message(waste), await message(stray)];
      return edited.content === 'Gate 4 is open' && deleted === undefined && moved.subject === 'ramp';
    });
    await page.getByText('Change not saved yet').waitFor({ state: 'detached', ...PATIENT });
    await row('Gate 4 is open').waitFor(PATIENT);
  });

  test('a change whose answer was lost is made once, and nothing is refused', OPTIONS, async () => {
    const [draft, waste] = [await say('lost', 'Dock 7 is fre'), await say('lost', 'Wrong topic')];
    await openTopic('lost', 'Dock 7 is fre');
    let lost = 0;
    const lose = async (route: Route) => {
      if (!['PATCH', 'DELETE'].includes(route.request().method())) return route.fallback();
      await route.fetch();
      lost++;
      return route.abort('connectionreset').catch(() => undefined);
    };
    await page.route('**/api/v1/messages/*', lose);
    await edit('Dock 7 is fre', 'Dock 7 is free');
    await remove('Wrong topic');
    await world.until('both answers are lost', async () => lost >= 2);
    await page.unroute('**/api/v1/messages/*', lose);
    await world.until('they are done', async () => (await message(waste)) === undefined);
    assert.equal((await message(draft)).content, 'Dock 7 is free');
    await page.getByText('Change not saved').waitFor({ state: 'detached', ...PATIENT });
    assert.equal(await page.locator('.toast.refused').count(), 0);
    const { message_history: history } = await world.must(owner.get(`/messages/${draft}/history`));
    assert.equal(history.length, 2);
  });

  test('an edit that somebody overtook is refused in its row, and goes on from there', OPTIONS, async () => {
    const id = await say('overtaken', 'Call Ahmed');
    await openTopic('overtaken', 'Call Ahmed');
    await choose(row('Call Ahmed'), 'Edit message');
    await page.getByLabel('Edit message').getByRole('textbox').fill('Call Ahmed at 5', PATIENT);
    await away(async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await row('Call Ahmed at 5').getByText('Change not saved yet').waitFor(PATIENT);
      await world.must(owner.patch(`/messages/${id}`, { content: 'Call Ahmed at 4' }));
    });
    const refused = row('Call Ahmed at 4').getByRole('alert');
    await refused.getByText('Someone changed this message meanwhile.').waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'chat-edit-refused');
    await page.reload();
    await refused.getByRole('button', { name: 'Edit' }).click(PATIENT);
    await page.getByText('This message was changed elsewhere meanwhile.').waitFor(PATIENT);
    assert.equal(await page.getByLabel('Edit message').getByRole('textbox').inputValue(), 'Call Ahmed at 5');
    await page.getByRole('button', { name: 'Keep writing mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await world.until('mine', async () => (await message(id)).content === 'Call Ahmed at 5');
  });

  test(
    'an answer that is quicker than the disk ends the edit; what is typed meanwhile stays in the editor',
    OPTIONS,
    async () => {
      const id = await say('quick', 'Van 3 is lte');
      await openTopic('quick', 'Van 3 is lte');
      // Sealing waits until the page is allowed to write, as on a disk that is busy.
      await page.evaluate(() => {
        const { encrypt } = SubtleCrypto.prototype;
        const { promise, resolve } = Promise.withResolvers<void>();
        Object.assign(window, { letWrite: resolve });
        SubtleCrypto.prototype.encrypt = async function (...given) {
          await promise;
          return encrypt.apply(this, given);
        };
      });
      await choose(row('Van 3 is lte'), 'Edit message');
      const editor = page.getByLabel('Edit message').getByRole('textbox');
      await editor.fill('Van 3 is late', PATIENT);
      await page.getByRole('button', { name: 'Save' }).click();
      // Any other reason to send sends it too.
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await world.until('the edit', async () => (await message(id)).content === 'Van 3 is late');
      await editor.fill('Van 3 is late again', PATIENT);
      await page.evaluate(() => (window as unknown as { letWrite(): void }).letWrite());
      await page.getByRole('button', { name: 'Save' }).click(PATIENT);
      await world.until('the newer text', async () => (await message(id)).content === 'Van 3 is late again');
      await editor.waitFor({ state: 'detached', ...PATIENT });
    },
  );

  test('an edit that was made before the page closed is not refused by itself', OPTIONS, async () => {
    const id = await say('closed', 'Ring Olga');
    await openTopic('closed', 'Ring Olga');
    const lose = async (route: Route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await route.fetch();
      // The page may be gone by then.
      return route.abort('connectionreset').catch(() => undefined);
    };
    await page.route('**/api/v1/messages/*', lose);
    await edit('Ring Olga', '    Ring Olga at six');
    await world.until('the edit', async () => (await message(id)).content === '    Ring Olga at six');
    await page.goto('about:blank');
    await page.unroute('**/api/v1/messages/*', lose);
    await openTopic('closed', 'Ring Olga at six');
    await world.until('nothing waits', async () => (await countUnsentActions(page)) === 0);
    assert.equal(await page.getByText('Change not saved').count(), 0);
  });

  test('a move that the server refuses later brings the message back, with its reason', OPTIONS, async () => {
    const bay = (await world.must(owner.post('/channels/create', { name: 'bay', subscribers: [me] }))).id;
    const id = await say('rights', 'To the bay');
    await openTopic('rights', 'To the bay');
    await choose(row('To the bay'), 'Move message');
    await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: '#bay' });
    await away(async () => {
      await page.getByRole('button', { name: 'Move messages' }).click();
      await row('To the bay').waitFor({ state: 'detached', ...PATIENT });
      await world.must(owner.delete(`/streams/${bay}`));
    });
    await row('To the bay').waitFor(PATIENT);
    await page.locator('.toast.refused').waitFor(PATIENT);
    assert.equal((await message(id)).stream_id, channelId);
  });

  test('a message that never left is taken back into the composer', OPTIONS, async () => {
    await say('back', 'First');
    await openTopic('back', 'First');
    await away(async () => {
      await field().fill('Not so fast: 3 < 4 & **5**', PATIENT);
      await page.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
      // As it was written, until the server has made its HTML.
      await row('Not so fast').getByText('Not so fast: 3 < 4 & **5**', { exact: true }).waitFor(PATIENT);
      await row('Not so fast').getByRole('button', { name: 'Take back' }).click(PATIENT);
      await row('Not so fast').waitFor({ state: 'detached', ...PATIENT });
      await world.until('the text', async () => (await field().inputValue()) === 'Not so fast: 3 < 4 & **5**');
    });
    await field().fill('Now', PATIENT);
    await page.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    const contents = async () => {
      const narrow = JSON.stringify([{ operator: 'topic', operand: 'back' }]);
      const asked = { anchor: 'newest', num_before: 9, num_after: 0, narrow, apply_markdown: false };
      const { messages } = await world.must(owner.get('/messages', asked));
      return messages.map(({ content }: { content: string }) => content);
    };
    await world.until('it is sent', async () => (await contents()).length > 1);
    assert.deepEqual(await contents(), ['First', 'Now']);
  });
});
