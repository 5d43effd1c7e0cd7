import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeColleague } from '../harness/chat-people.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { INJECTIONS } from '../harness/injections.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const OPTIONS = { timeout: 600_000 };

describe('polls and to-do lists', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let bo: Awaited<ReturnType<typeof makeColleague>>;
  let channelId: number;
  let own: Page;
  let his: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    bo = await makeColleague(world, 'bo@couriers.example', 'Bo Baker');
    const subscribers = [world.organization.chat.user_id, bo.id];
    const made = { name: 'dock', subscribers, invite_only: true };
    channelId = (await world.must(owner.post('/channels/create', made))).id;
    await world.must(owner.patch('/settings', { enter_sends: false }));
    const profiles = await Promise.all([world.signedIn(), world.signedIn({}, bo.email)]);
    [own, his] = (await Promise.all(profiles.map((profile) => world.open(profile, '/chat')))) as [Page, Page];
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const field = (page: Page) => page.getByLabel('Message', { exact: true });
  const say = async (topic: string, content: string): Promise<number> =>
    (await world.must(owner.post('/messages', { type: 'channel', to: channelId, topic, content }))).id;
  const newest = async (): Promise<{ id: number; content: string; submessages: { content: string }[] }> => {
    const asked = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
    return (await world.must(owner.get('/messages', asked))).messages[0];
  };
  const row = (page: Page, id: number) => page.locator(`[data-message="${id}"]`);
  const openTopic = (topic: string) =>
    Promise.all([own, his].map((page) => page.goto(`/chat/c/${channelId}/t/${topic}`)));
  /** An option, with how many chose it. */
  const option = (page: Page, id: number, text: string, votes: number) =>
    row(page, id)
      .locator('.poll-option', { hasText: text })
      .filter({
        has: page.getByText(votes === 0 ? 'no votes' : `${votes} vote${votes === 1 ? '' : 's'}`, { exact: true }),
      });

  test(
    'a poll is written with completion and a form, and both see every vote, option and question at once',
    OPTIONS,
    async () => {
      await openTopic('gates');
      await field(own).fill('/po', PATIENT);
      await own.getByRole('option', { name: '/poll' }).waitFor(PATIENT);
      await own.keyboard.press('Tab');
      assert.equal(await field(own).inputValue(), '/poll ');
      await own.keyboard.type('Which gate?');
      await own.getByText('This becomes a poll').waitFor(PATIENT);
      await own.getByRole('button', { name: 'Fill in a form' }).click(PATIENT);
      const form = own.getByRole('dialog', { name: 'Create poll' });
      assert.equal(await form.getByLabel('Question').inputValue(PATIENT), 'Which gate?');
      await form.getByLabel('Question').focus();
      // By keyboard alone: Enter goes on, and there is always one more field.
      for (const text of ['', 'north', '-2 south', 'east']) {
        await own.keyboard.type(text);
        await own.keyboard.press('Enter');
      }
      await lookInBothSchemes(own, 'chat-poll-form');
      // What is written survives a form that is left.
      await own.keyboard.press('Escape');
      await form.waitFor({ state: 'detached', ...PATIENT });
      assert.equal(await field(own).inputValue(), '/poll Which gate?\nnorth\n- -2 south\neast');
      await own.getByRole('button', { name: 'Fill in a form' }).click(PATIENT);
      assert.equal(await form.getByLabel('Option 2').inputValue(PATIENT), '-2 south');
      await own.keyboard.press('Control+Enter');
      await form.waitFor({ state: 'detached', ...PATIENT });
      await his.getByRole('button', { name: /north/ }).waitFor(PATIENT);
      assert.equal(await field(own).inputValue(), '');
      const { id } = await newest();
      await option(own, id, '-2 south', 0).waitFor(PATIENT);

      await option(his, id, 'north', 0).click(PATIENT);
      await option(own, id, 'north', 1).waitFor(PATIENT);
      // By keyboard: the message, then Tab to its options.
      await row(own, id).focus();
      await own.keyboard.press('Tab');
      await option(own, id, 'north', 1).focus();
      await own.keyboard.press('Space');
      await option(his, id, 'north', 2).waitFor(PATIENT);
      assert.equal(await option(his, id, 'north', 2).getAttribute('aria-pressed'), 'true');
      assert.match((await option(his, id, 'north', 2).textContent()) ?? '', /You and /);
      await option(his, id, 'north', 2).click(PATIENT);
      await option(own, id, 'north', 1).waitFor(PATIENT);

      await row(his, id).getByRole('button', { name: 'Add option' }).click(PATIENT);
      await his.keyboard.type('north');
      await his.keyboard.press('Enter');
      await row(his, id).getByText('The poll already has this option.').waitFor(PATIENT);
      await row(his, id).getByLabel('New option').fill('west');
      await his.keyboard.press('Enter');
      await option(own, id, 'west', 0).click(PATIENT);
      await option(his, id, 'west', 1).waitFor(PATIENT);
      await his.keyboard.press('Escape');
      await row(his, id)
        .getByLabel('New option')
        .waitFor({ state: 'detached', ...PATIENT });
      assert.equal(await row(his, id).getByRole('button', { name: 'Edit question' }).count(), 0, 'is the author’s');

      await row(own, id).getByRole('button', { name: 'Edit question' }).click(PATIENT);
      await row(own, id).getByLabel('Question').fill('Which gate tonight?');
      await own.keyboard.press('Enter');
      await row(his, id).getByText('Which gate tonight?').waitFor(PATIENT);
      await row(own, id).hover();
      await row(own, id).getByRole('button', { name: 'More actions' }).click(PATIENT);
      await own.getByRole('menuitem', { name: 'Quote and reply' }).waitFor(PATIENT);
      assert.equal(await own.getByRole('menuitem', { name: 'Edit message' }).count(), 0);
      await own.keyboard.press('Escape');
      await his.mouse.move(0, 0);
      await lookInBothSchemes(his, 'chat-poll');
      await his.setViewportSize({ width: 390, height: 844 });
      await lookInBothSchemes(his, 'chat-poll-390');
      await his.setViewportSize({ width: 1440, height: 900 });
    },
  );

  test('votes without a network wait; two at once agree with what a new page shows', OPTIONS, async () => {
    const id = await say('offline', '/poll Lunch?\nsoup\nbread');
    await openTopic('offline');
    await option(his, id, 'soup', 0).waitFor(PATIENT);
    await his.context().setOffline(true);
    await option(his, id, 'soup', 0).click(PATIENT);
    await option(his, id, 'soup', 1).waitFor(PATIENT);
    await option(own, id, 'soup', 0).click(PATIENT);
    await option(own, id, 'soup', 1).waitFor(PATIENT);
    await his.context().setOffline(false);
    await option(own, id, 'soup', 2).waitFor(PATIENT);
    await option(his, id, 'soup', 2).waitFor(PATIENT);
    // A page has one pointer.
    const hers = async () => {
      await option(own, id, 'soup', 2).click(PATIENT);
      await option(own, id, 'bread', 0)
        .or(option(own, id, 'bread', 1))
        .click(PATIENT);
    };
    await Promise.all([
      hers(),
      option(his, id, 'bread', 0)
        .or(option(his, id, 'bread', 1))
        .click(PATIENT),
    ]);
    for (const page of [own, his]) {
      await option(page, id, 'soup', 1).waitFor(PATIENT);
      await option(page, id, 'bread', 2).waitFor(PATIENT);
    }
    await own.reload();
    await option(own, id, 'soup', 1).waitFor(PATIENT);
    await option(own, id, 'bread', 2).waitFor(PATIENT);
    // Each went out once: the widget, and five votes.
    await world.until('six submessages', async () => (await newest()).submessages.length === 6);
    // The network that was away is no fault of the page.
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/.test(each)),
      [],
    );
  });

  test('a to-do list is typed, ticked and added to by both', OPTIONS, async () => {
    await openTopic('chores');
    await field(own).fill('/todo Before the shift\nload the van: gate 4\nleave at 10:30', PATIENT);
    await own.keyboard.press('Control+Enter');
    const load = (page: Page) => page.getByRole('checkbox', { name: /load the van/ });
    await load(his).waitFor(PATIENT);
    await his.getByText('gate 4').waitFor(PATIENT);
    await load(his).focus();
    await his.keyboard.press('Space');
    await own.getByText('1 of 2 done').waitFor(PATIENT);
    assert.ok(await load(own).isChecked());
    await his.getByRole('button', { name: 'Add task' }).click(PATIENT);
    await his.keyboard.type('wash the van');
    await his.keyboard.press('Tab');
    await his.keyboard.type('inside too');
    await his.keyboard.press('Enter');
    await own.getByRole('checkbox', { name: /wash the van/ }).click(PATIENT);
    await his.getByText('2 of 3 done').waitFor(PATIENT);
    assert.equal(await his.getByRole('button', { name: 'Edit title' }).count(), 0);
    await own.getByRole('button', { name: 'Edit title' }).click(PATIENT);
    await own.getByLabel('Title').fill('Before the late shift');
    await own.keyboard.press('Enter');
    await his.getByText('Before the late shift').waitFor(PATIENT);
    await own.mouse.move(0, 0);
    await lookInBothSchemes(own, 'chat-todo');
    await own.setViewportSize({ width: 390, height: 844 });
    await lookInBothSchemes(own, 'chat-todo-390');
    await own.setViewportSize({ width: 1440, height: 900 });
  });

  test('hostile words are words, and what is no widget is its text', OPTIONS, async () => {
    // Pictures of elsewhere become previews of the text, which stands there until the widget has come.
    const words = INJECTIONS.filter((each) => !/pixel|\n/.test(each)).slice(0, 12);
    const hostile = await say('hostile', `/poll ${words[0]}\n${words.slice(1).join('\n')}`);
    const strange = await say('hostile', 'from another client');
    const content = JSON.stringify({ widget_type: 'zform', extra_data: { heading: 'x' } });
    await world.must(owner.post('/submessage', { message_id: strange, msg_type: 'widget', content }));
    const broken = await say('hostile', 'a broken one');
    const bad = JSON.stringify({ widget_type: 'poll', extra_data: { question: {}, options: 'x' } });
    await world.must(owner.post('/submessage', { message_id: broken, msg_type: 'widget', content: bad }));
    await say('hostile', 'the last one');
    await openTopic('hostile');
    for (const page of [own, his]) {
      for (const word of words) await row(page, hostile).getByText(word, { exact: true }).waitFor(PATIENT);
      assert.equal(await row(page, hostile).locator('.widget :is(script, img, iframe, form)').count(), 0);
      await row(page, strange).getByText('from another client').waitFor(PATIENT);
      await row(page, broken).getByText('a broken one').waitFor(PATIENT);
      await page.getByText('the last one').waitFor(PATIENT);
    }
  });

  test('an archived channel’s poll is only read; whoever left the channel has nothing of it', OPTIONS, async () => {
    const id = await say('ends', '/poll Over?\nyes');
    await openTopic('ends');
    await option(his, id, 'yes', 0).click(PATIENT);
    await option(own, id, 'yes', 1).waitFor(PATIENT);
    await world.must(owner.delete('/users/me/subscriptions', { subscriptions: ['dock'], principals: [bo.id] }));
    await row(his, id).waitFor({ state: 'detached', ...PATIENT });
    const refused = await bo.client.post('/submessage', {
      ...{ message_id: id, msg_type: 'widget' },
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: -1 }),
    });
    assert.equal(refused.json.msg, 'Invalid message(s)');
    await world.must(owner.delete(`/streams/${channelId}`));
    await row(own, id).getByText('Nothing here can be changed.').waitFor(PATIENT);
    assert.equal(await row(own, id).locator('.widget button').count(), 0);
    await option(own, id, 'yes', 1).waitFor(PATIENT);
    // What is asked for of a channel that is gone is refused.
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !/status of 400/.test(each)),
      [],
    );
  });
});
