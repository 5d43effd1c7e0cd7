import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { INJECTIONS } from '../harness/injections.ts';
import { startTestServer } from '../harness/server.ts';

test('public pages run and load nothing that somebody wrote, also without scripts', {
  skip: withoutBrowser,
  timeout: 300_000,
}, async () => {
  await using server = await startTestServer();
  await using chromium = await Chromium.start();
  const { chat } = await server.organization();
  const own = new ChatClient(chat);
  const must = async (asked: ReturnType<ChatClient['get']>) => {
    const answer = await asked;
    assert.equal(answer.json?.result, 'success', answer.text);
    return answer.json;
  };
  await must(own.patch('/realm', { enable_spectator_access: true }));
  const create = { name: 'news', description: 'For everybody', subscribers: [chat.user_id], is_web_public: true };
  const { id } = await must(own.post('/channels/create', create));
  const send = (topic: string, content: string) =>
    must(own.post('/messages', { type: 'channel', to: id, topic, content }));
  for (const injection of INJECTIONS) await send('hostile', injection);
  await send(
    'gates',
    'Bay 4 is **open** :bike: until <time:2030-01-02T10:00:00Z>. See [the plan](https://plans.example).',
  );
  await send(
    'gates',
    '| bay | state |\n| --- | ---: |\n| 4 | open |\n\n```js\nconst bay = 4;\n```\n\n> closed?\n\n$$x^2$$',
  );
  await send('gates', '```spoiler Who opened it?\nMara\n```\n\n1. one\n2. two');

  for (const javaScriptEnabled of [true, false]) {
    const profile = await chromium.profile({ baseURL: server.url, javaScriptEnabled });
    const requests: string[] = [];
    profile.on('request', (request) => requests.push(request.url()));
    const page = await profile.newPage();
    await page.goto('/public');
    const look = async (name: string) => {
      if (!javaScriptEnabled) return;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await accessibilityProblems(page), [], `${name}, ${colorScheme}`);
        await takePicture(page, `public-${name}-${colorScheme}`);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      assert.deepEqual(await accessibilityProblems(page), [], `${name}, narrow`);
      await takePicture(page, `public-${name}-390`);
      await page.setViewportSize({ width: 1280, height: 720 });
    };
    await look('channels');
    await page.getByRole('link', { name: '#news' }).click();
    await look('topics');
    await page.getByRole('link', { name: 'gates' }).click();
    await page.getByText('Bay 4 is open').waitFor();
    await page.getByText(/Jan 2, 2030, 10:00.AM UTC/).waitFor();
    await look('messages');
    await page.getByText('Who opened it?').click();
    await page.getByText('Mara', { exact: true }).waitFor();
    await page.goto(`/public/c/${id}/t/hostile`);
    await page.getByRole('article').last().waitFor();
    assert.match(await page.title(), /^hostile · /);
    await page.getByRole('link', { name: 'Sign in to answer' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:')),
      [],
    );
    await profile.close();
  }
  // Previews of pictures elsewhere come through this server, which finds none there.
  const complaints = chromium.takeComplaints().filter((each) => !each.includes('status of 404'));
  assert.deepEqual(complaints, []);
});
