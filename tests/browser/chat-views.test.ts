import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeColleague } from '../harness/chat-people.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };

test('views are put above and below the fold, and places become one’s own, in all browsers of a person', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const world = await TestConsole.start(server, chromium);
    const owner = new ChatClient(world.organization.chat);
    const made = { name: 'dock', subscribers: [world.organization.chat.user_id] };
    const { id } = await world.must(owner.post('/channels/create', made));
    const say = (topic: string) =>
      world.must(owner.post('/messages', { type: 'channel', to: id, topic, content: 'Which gate?' }));
    await say('gates 4.5 (north)');
    const here = await world.open(await world.signedIn(), `/chat/c/${id}/t/${encodeURIComponent('gates 4.5 (north)')}`);
    const there = await world.open(await world.signedIn(), '/chat/inbox');
    const left = (page: Page) => page.getByRole('navigation', { name: 'Views and conversations' });
    const view = (page: Page, name: string | RegExp) => left(page).getByRole('link', { name });
    await here.locator('.conversation-head').getByRole('button', { name: 'More' }).last().click(PATIENT);
    await here.getByRole('menuitem', { name: 'Add to your views' }).click(PATIENT);
    const own = view(there, /^gates 4\.5 \(north\) · #dock/);
    await own.click(PATIENT);
    await there.waitForURL(`**/c/${id}-dock/t/**`, PATIENT);
    await there.getByText('Which gate?').waitFor(PATIENT);

    assert.equal(await view(there, 'Scheduled').count(), 0);
    await left(here).getByRole('button', { name: 'More views' }).click(PATIENT);
    await left(here).getByRole('button', { name: 'Arrange views' }).click(PATIENT);
    const dialog = here.getByRole('dialog', { name: 'Arrange views' });
    await dialog.getByLabel('Scheduled').click(PATIENT);
    await view(there, 'Scheduled').waitFor(PATIENT);
    await dialog.getByLabel('Starred').focus();
    await here.keyboard.press('Space');
    await view(there, 'Starred').waitFor({ state: 'detached', ...PATIENT });
    await lookInBothSchemes(here, 'chat-views');
    await dialog.getByRole('button', { name: /^Rename/ }).click(PATIENT);
    await here.keyboard.press('Control+a');
    await here.keyboard.type('Tonight <b>');
    await here.keyboard.press('Enter');
    await view(there, 'Tonight <b>').waitFor(PATIENT);
    await dialog.getByRole('button', { name: 'Remove Tonight <b>' }).click(PATIENT);
    await view(there, 'Tonight <b>').waitFor({ state: 'detached', ...PATIENT });
    await dialog.getByText('Add a topic, a channel').waitFor(PATIENT);

    // A view of a channel that is lost leads nowhere, and one of another client that we do not know is left out.
    for (const fragment of ['narrow/channel/999999', 'narrow/colour/red', 'unknown'])
      await world.must(owner.post('/navigation_views', { fragment, is_pinned: true, name: `odd ${fragment}` }));
    await world.must(
      owner.post('/navigation_views', { fragment: `narrow/channel/${id}`, is_pinned: true, name: 'Dock' }),
    );
    await view(there, 'Dock').first().waitFor(PATIENT);
    assert.equal(await view(there, /odd/).count(), 0);

    // Folders of channels: their sections fold, and administrators order them by key and by dragging, for everybody.
    const folders: Record<string, number> = {};
    for (const name of ['Depot', 'Office', 'Archive <i>']) {
      const { channel_folder_id: folder_id } = await world.must(owner.post('/channel_folders/create', { name }));
      folders[name] = folder_id;
      const subscribers = [world.organization.chat.user_id];
      await world.must(owner.post('/channels/create', { name: `in ${name}`, subscribers, folder_id }));
    }
    const sections = async (page: Page) =>
      (await left(page).getByRole('button', { expanded: true }).allTextContents()).filter((each) => each in folders);
    const inOrder = (page: Page, names: string[]) =>
      world.until('the order of folders', async () => String(await sections(page)) === String(names));
    await inOrder(there, ['Depot', 'Office', 'Archive <i>']);
    await left(there).getByRole('button', { name: 'Depot' }).click(PATIENT);
    await view(there, 'in Depot').waitFor({ state: 'detached', ...PATIENT });
    await left(there).getByRole('button', { name: 'Depot' }).click(PATIENT);
    await view(there, 'in Depot').waitFor(PATIENT);
    await dialog.getByRole('button', { name: 'Move Archive <i> up' }).focus();
    await here.keyboard.press('Enter');
    await inOrder(there, ['Depot', 'Archive <i>', 'Office']);
    // The focus stays with what is moved, and at the end of the list the other way is left.
    await world.until(
      'the row',
      async () => (await dialog.locator('[data-folder]').nth(1).textContent()) === 'Archive <i>',
    );
    await here.keyboard.press('Enter');
    await inOrder(there, ['Archive <i>', 'Depot', 'Office']);
    await world.until('the other arrow', async () => {
      const focused = dialog.locator(':focus');
      return (await focused.getAttribute('aria-label')) === 'Move Archive <i> down';
    });
    const folder = (name: string) => dialog.locator('[data-folder]').filter({ hasText: name });
    await folder('Office').dragTo(folder('Archive <i>'), PATIENT);
    await inOrder(there, ['Office', 'Archive <i>', 'Depot']);
    await lookInBothSchemes(here, 'chat-folders');
    await dialog.getByRole('button', { name: 'Rename Depot' }).click(PATIENT);
    await here.keyboard.press('Control+a');
    await here.keyboard.type('Yard');
    await here.keyboard.press('Enter');
    await left(there).getByRole('button', { name: 'Yard' }).waitFor(PATIENT);
    // A channel is pinned by dragging it, and unpinned so, on all devices.
    await here.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', ...PATIENT });
    const widthOfLeft = () => left(here).evaluate((each) => each.getBoundingClientRect().width);
    const drag = async (name: string, onto: string) => {
      const width = await widthOfLeft();
      await view(here, name).hover(PATIENT);
      await here.mouse.down();
      await here.mouse.move(60, 400, { steps: 4 });
      await here.getByText(onto).waitFor(PATIENT);
      assert.equal(await widthOfLeft(), width, 'nothing moves');
      if (onto === 'Drop here to pin') await lookInBothSchemes(here, 'chat-pin-by-drag');
      await here.getByText(onto).hover(PATIENT);
      await here.mouse.up();
      await here.locator('.pin-drop').waitFor({ state: 'detached', ...PATIENT });
    };
    const pinned = left(there).getByRole('button', { name: 'Pinned' });
    await drag('in Office', 'Drop here to pin');
    await pinned.waitFor(PATIENT);
    await drag('in Office', 'Drop here to unpin');
    await pinned.waitFor({ state: 'detached', ...PATIENT });
    // Who may not change folders has no such part.
    const bo = await makeColleague(world, 'bo@couriers.example', 'Bo Baker');
    const his = await world.open(await world.signedIn({}, bo.email), '/chat/inbox');
    await left(his).getByRole('button', { name: 'More views' }).click(PATIENT);
    await left(his).getByRole('button', { name: 'Arrange views' }).click(PATIENT);
    await his.getByRole('dialog', { name: 'Arrange views' }).getByLabel('Starred').waitFor(PATIENT);
    assert.equal(await his.getByRole('heading', { name: 'Channel folders' }).count(), 0);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
