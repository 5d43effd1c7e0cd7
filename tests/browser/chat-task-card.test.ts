import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeColleague } from '../harness/chat-people.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const OPTIONS = { timeout: 600_000 };

describe('tasks in the chat', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let bo: Awaited<ReturnType<typeof makeColleague>>;
  let own: Page;
  let his: Page;
  let task: { id: string; shortId: string };
  let place: { channelId: number; topic: string };

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    bo = await makeColleague(world, 'bo@couriers.example', 'Bo Baker');
    await world.must(world.api.put('/conversations/settings', {}));
    await world.must(owner.patch('/settings', { enter_sends: false }));
    const now = server.clock.now().getTime();
    task = await world.task('Rita Recipient', { completeAfter: now, completeBefore: now + 7_200_000 });
    await world.worker('Dora Driver', [-122.4, 37.78]);
    await world.worker('Doris Rider');
    const opened = await world.must(world.api.post(`/tasks/${task.id}/conversation`, {}));
    place = opened.conversation;
    await world.must(
      owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: (await world.must(owner.get(`/streams/${place.channelId}`))).stream.name }],
        principals: [bo.id],
      }),
    );
    const profiles = await Promise.all([world.signedIn(), world.signedIn({}, bo.email)]);
    [own, his] = (await Promise.all(profiles.map((profile) => world.open(profile, '/chat')))) as [Page, Page];
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const field = () => own.getByLabel('Message', { exact: true });
  const card = (page: Page) => page.getByRole('group', { name: `Task ${task.shortId}` });
  const topicAddress = () => `/chat/c/${place.channelId}/t/${encodeURIComponent(place.topic)}`;
  test(
    'the task’s card stands beside its topic for who dispatches, and a command says what it will do',
    OPTIONS,
    async () => {
      await Promise.all([own, his].map((page) => page.goto(topicAddress())));
      await card(own).getByText('Rita Recipient').waitFor(PATIENT);
      await card(own).getByText('Unassigned').waitFor(PATIENT);
      await field().fill('/assign Dor', PATIENT);
      await own.getByRole('option', { name: /Doris Rider/ }).waitFor(PATIENT);
      await own.getByText('Several workers fit: Dora Driver, Doris Rider. Nothing will be assigned.').waitFor(PATIENT);
      await lookInBothSchemes(own, 'chat-command');
      await own.getByRole('option', { name: /Dora Driver/ }).click(PATIENT);
      assert.equal(await field().inputValue(), '/assign Dora Driver');
      await own.getByText('Assigns this task to Dora Driver, who has no other task.').waitFor(PATIENT);
      await own.keyboard.press('Control+Enter');
      // The bot assigns it, and the card has the worker without a reload.
      await card(own).getByText('Dora Driver').waitFor(PATIENT);
      await card(own).getByText('Assigned').waitFor(PATIENT);
      await card(own)
        .getByText(/^reported .* ago$/)
        .waitFor(PATIENT);
      // With 12 hours, as the messages beside it.
      assert.match(await card(own).innerText(), /Window\s+\d?\d:\d\d.*[ap]m/);
      await field().fill('/assign Nobody', PATIENT);
      await own.getByText('No worker’s name begins with “Nobody”.').waitFor(PATIENT);
      await field().fill('');
      await lookInBothSchemes(own, 'chat-task-card');
      await own.setViewportSize({ width: 390, height: 844 });
      await lookInBothSchemes(own, 'chat-task-card-390');
      await own.setViewportSize({ width: 1440, height: 900 });
      // A colleague who does not dispatch reads the topic, and has no card.
      await his.getByText('/assign Dora Driver').waitFor(PATIENT);
      assert.equal(await his.locator('.task-card').count(), 0);
    },
  );

  test(
    'a task’s address in a message becomes its card; that of a task one may not see stays a link',
    OPTIONS,
    async () => {
      const content = `Look at ${server.url}/dispatch/board?task=${task.id} and ${server.url}/dispatch/board?task=aaaaaaaaaaaaaaaaaaaaaaaa`;
      const { id } = await world.must(
        owner.post('/channels/create', { name: 'dock', subscribers: [bo.id, world.organization.chat.user_id] }),
      );
      await world.must(owner.post('/messages', { type: 'channel', to: id, topic: 'links', content }));
      await Promise.all([own, his].map((page) => page.goto(`/chat/c/${id}/t/links`)));
      await card(own).getByText('Rita Recipient').waitFor(PATIENT);
      assert.equal(await own.locator('.task-card').count(), 1);
      await lookInBothSchemes(own, 'chat-task-link');
      await his.getByText('Look at').waitFor(PATIENT);
      assert.equal(await his.locator('.task-card').count(), 0);
      await field().fill('/where');
      await own.getByText('This topic belongs to no task you can see.').waitFor(PATIENT);
      await field().fill('');
      assert.deepEqual(
        chromium.takeComplaints().filter((each) => !/404/.test(each)),
        [],
      );
    },
  );
});
