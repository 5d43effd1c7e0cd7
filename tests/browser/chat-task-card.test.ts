import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeColleague } from '../harness/chat-people.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient, type DispatchClient, sendBytes } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { photo } from '../harness/pictures.ts';
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
  let dora: DispatchClient;
  /** Requests of the owner's page to anybody but our server. */
  const foreign: string[] = [];

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    bo = await makeColleague(world, 'bo@couriers.example', 'Bo Baker');
    await world.must(world.api.put('/conversations/settings', {}));
    await world.must(owner.patch('/settings', { enter_sends: false }));
    const now = server.clock.now().getTime();
    task = await world.task('Rita Recipient', { completeAfter: now, completeBefore: now + 7_200_000 });
    dora = (await world.worker('Dora Driver', [-122.45, 37.76])).driver!;
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
    own.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(?:data|blob):/.test(request.url())) foreign.push(request.url());
    });
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
      assert.match(await card(own).innerText(), /Window\s+.*\d?\d:\d\d.*[ap]m/);
      // The small map knows how far she is, and leads to the large one.
      const map = card(own).getByRole('link', { name: /^4\.9 km away, as the crow flies/ });
      await map.waitFor(PATIENT);
      assert.equal(await map.getAttribute('href'), `/dispatch/map?task=${task.id}`);
      await map.locator('svg text').filter({ hasText: 'San Francisco' }).waitFor(PATIENT);
      await map.locator('svg text').filter({ hasText: '2 km' }).waitFor(PATIENT);
      await world.must(dora.post('/driver/positions', { location: [-122.41, 37.78], time: Date.now() }));
      await own.reload();
      await card(own).getByText('880 m away, as the crow flies').waitFor(PATIENT);
      await field().fill('/assign Nobody', PATIENT);
      await own.getByText('No worker’s name begins with “Nobody”.').waitFor(PATIENT);
      for (const [command, sentence] of [
        ['/task', 'Shows everyone in this topic its task.'],
        ['/where', 'Shows everyone in this topic where the worker is.'],
        ['/eta', 'Shows everyone in this topic when the worker arrives.'],
      ] as const) {
        await field().fill('');
        await field().pressSequentially(command.slice(0, 2));
        await own.getByRole('option', { name: command }).click(PATIENT);
        await own.getByText(sentence).waitFor(PATIENT);
      }
      await field().fill('');
      await lookInBothSchemes(own, 'chat-task-card');
      await own.setViewportSize({ width: 390, height: 844 });
      await lookInBothSchemes(own, 'chat-task-card-390');
      await own.setViewportSize({ width: 1440, height: 900 });
      // A colleague who does not dispatch reads the topic, and has no card.
      await his.getByText('/assign Dora Driver').waitFor(PATIENT);
      assert.equal(await his.locator('.task-card').count(), 0);
      assert.deepEqual(foreign, []);
    },
  );

  test('a task that ended shows its proof beside its topic, and where it ended', OPTIONS, async () => {
    const upload = async () => (await sendBytes(dora, 'POST', '/uploads', await photo(64, 48))).json.uploadId;
    const photoUploadIds = [await upload(), await upload(), await upload(), await upload()];
    const signatureUploadId = await upload();
    const done = { success: true, photoUploadIds, signatureUploadId };
    await world.must(dora.post(`/driver/tasks/${task.id}/start`, { actionId: 'start' }));
    await world.must(dora.post(`/driver/tasks/${task.id}/complete`, { ...done, actionId: 'complete' }));
    // The bot's report of it brings the card up to date.
    await card(own).getByText('Completed').waitFor(PATIENT);
    for (const name of ['Photo 1', 'Photo 3', 'Signature']) {
      const picture = card(own).getByRole('img', { name, exact: true });
      await picture.waitFor(PATIENT);
      await world.until('the picture', () => picture.evaluate((each: HTMLImageElement) => each.naturalWidth > 0));
    }
    await card(own).getByText('1 more photo').waitFor(PATIENT);
    await card(own).getByText('Ended 880 m from the destination').waitFor(PATIENT);
    await lookInBothSchemes(own, 'chat-task-proof');
    await own.setViewportSize({ width: 390, height: 844 });
    await lookInBothSchemes(own, 'chat-task-proof-390');
    await own.setViewportSize({ width: 1440, height: 900 });
    assert.deepEqual(foreign, []);
  });

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
