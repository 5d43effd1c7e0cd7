import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { completeChannelPermissions } from '../../src/chat/channels/permissions.ts';
import { systemGroupIds } from '../../src/chat/user-groups/access.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { uncachedFacts } from '../../src/platform/events/facts.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const PEOPLE = 10_000;
const CHANNELS = 1000;
/** Events of a busy hour; the list has fewer rows at all times. */
const MESSAGES = 600;
const MOST_ROWS = 150;

describe('a chat of ten thousand people', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let page: Page;
  let channelId: number;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    const { organization_id: organizationId } = world.organization;
    const { database } = server.services;
    const groups = await systemGroupIds(uncachedFacts(database.reader.of(organizationId)));
    const permissions = JSON.stringify(completeChannelPermissions({}, groups, null));
    await database.transaction(
      async (tx) => {
        // Two of them have one name.
        await tx.run(sql`
          insert into chat.users (organization_id, email, full_name, role, date_joined)
          select ${organizationId}, 'person' || n || '@couriers.example',
            case when n in (7, 8) then 'Twin Example' else 'Person ' || n end, 400, now()
          from generate_series(1, ${PEOPLE}::int) as n`);
        await tx.run(sql`
          insert into chat.channels (organization_id, name, date_created, permissions)
          select ${organizationId}, 'channel ' || n, now(), ${permissions}::jsonb
          from generate_series(1, ${CHANNELS}::int) as n`);
      },
      { organizationId },
    );
    await world.must(owner.patch('/settings', { enter_sends: false }));
    const own = world.organization.chat.user_id;
    channelId = (await world.must(owner.post('/channels/create', { name: 'depot', subscribers: [own] }))).id;
    page = await world.open(await world.signedIn(), `/chat/c/${channelId}/t/crowd`);
    await field().waitFor(PATIENT);
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const field = () => page.getByLabel('Message', { exact: true });
  const options = () => page.getByRole('listbox', { name: 'People and groups' }).getByRole('option');

  test('one of ten thousand is mentioned by a few letters; a name of two people by its number', async () => {
    await field().pressSequentially('@person 98');
    await options().filter({ hasText: 'Person 98' }).first().waitFor(PATIENT);
    assert.ok((await options().count()) <= 12, 'few are shown');
    assert.equal(await options().first().locator('bdi').innerText(), 'Person 98');
    await page.keyboard.press('ArrowDown');
    assert.equal(
      await field().getAttribute('aria-activedescendant'),
      await options().nth(1).getAttribute('id'),
      'the next one is named to whoever listens',
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    assert.equal(await field().inputValue(), '@**Person 98** ');
    await field().fill('');
    await field().pressSequentially('@twin');
    await options().nth(1).waitFor(PATIENT);
    await page.keyboard.press('Enter');
    assert.match(await field().inputValue(), /^@\*\*Twin Example\|\d+\*\* $/);
    await field().fill('');
    await field().pressSequentially('@_person 77');
    await options().first().waitFor(PATIENT);
    await page.keyboard.press('Enter');
    assert.equal(await field().inputValue(), '@_**Person 77** ');
    await field().fill('');
    await field().pressSequentially('@person');
    await options().first().waitFor(PATIENT);
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('listbox').count(), 0);
    assert.equal(await field().inputValue(), '@person');
    await field().fill('');
  });

  test('the palette opens one of a thousand channels by a few letters', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('depot');
    await page
      .getByRole('option', { name: /^depot/ })
      .first()
      .waitFor(PATIENT);
    assert.ok((await page.getByRole('option').count()) <= 60, 'few are shown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/chat/c/${channelId}-depot`, PATIENT);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('channel 777');
    await page
      .getByRole('option', { name: /^channel 777/ })
      .first()
      .waitFor(PATIENT);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/chat/c/*-channel-777', PATIENT);
  });

  test('a list of completions and the palette cost few milliseconds of script among so many', async (t) => {
    const session = await page.context().newCDPSession(page);
    // Time of the page's own thread: a busy machine changes it little.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' } as never);
    const scripted = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'ScriptDuration')!.value * 1000;
    };
    const drawn = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      });
    const medianOf = async (act: () => Promise<void>, back: () => Promise<void>) => {
      const times: number[] = [];
      for (let n = 0; n < 7; n++) {
        const before = await scripted();
        await act();
        await drawn();
        times.push((await scripted()) - before);
        await back();
      }
      return times.sort((one, other) => one - other)[3]!;
    };
    await page.goto(`/chat/c/${channelId}/t/crowd`);
    await field().waitFor(PATIENT);
    await field().focus();
    await page.keyboard.type('@p');
    await options().first().waitFor(PATIENT);
    const completing = await medianOf(
      () => page.keyboard.type('e'),
      () => page.keyboard.press('Backspace'),
    );
    await field().fill('');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor(PATIENT);
    await page.keyboard.press('Escape');
    const opening = await medianOf(
      () => page.keyboard.press('Control+k'),
      () => page.keyboard.press('Escape'),
    );
    t.diagnostic(`a key of a completion: ${completing.toFixed(1)} ms, opening the palette: ${opening.toFixed(1)} ms`);
    assert.ok(completing < 50, `${completing} ms`);
    assert.ok(opening < 16, `${opening} ms`);
  });

  test('everybody is in the list, of whom few are drawn, and is found by a few letters', async () => {
    await page.goto('/chat/people');
    const list = page.getByRole('list', { name: 'People' });
    await list.getByRole('listitem').first().waitFor(PATIENT);
    assert.ok((await list.getByRole('listitem').count()) < MOST_ROWS);
    assert.equal(await list.getByRole('listitem').first().getAttribute('aria-setsize'), String(PEOPLE + 1));
    await page.getByRole('searchbox', { name: 'Find somebody by name or address' }).fill('person 9876');
    await list.getByRole('button', { name: 'Person 9876' }).waitFor(PATIENT);
    assert.equal(await list.getByRole('listitem').count(), 1);
  });

  test('while messages stream in, typing loses no key, and the list stays short', async () => {
    await page.goto(`/chat/c/${channelId}/t/crowd`);
    await field().waitFor(PATIENT);
    let sent = 0;
    const send = async () => {
      while (sent < MESSAGES) {
        const content = `event ${++sent}`;
        await world.must(owner.post('/messages', { type: 'channel', to: channelId, topic: 'crowd', content }));
      }
    };
    const text = 'Every key of this sentence must arrive, in the order in which it was pressed. '.repeat(3);
    await Promise.all([send(), send(), field().pressSequentially(text)]);
    assert.equal(await field().inputValue(), text);
    await page.locator('article').first().focus(PATIENT);
    await page.keyboard.press('End');
    await page.locator('article', { hasText: `event ${MESSAGES}` }).waitFor(PATIENT);
    assert.ok((await page.locator('article').count()) <= MOST_ROWS);
    assert.deepEqual(chromium.takeComplaints(), []);
  });
});
