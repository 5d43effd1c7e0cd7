import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { importFleetFile } from '../../src/cli/import-fleet.ts';
import { listOutbox } from '../../src/platform/outbound/outbox.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { startFleet } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

const WORKERS = 27;

describe('workers who came with an import, in a browser', { skip: withoutBrowser, timeout: 300_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  test('a dispatcher invites them all, sees how many that are before, and the offer goes', async () => {
    const { api, organization } = await startFleet(server);
    const lines = Array.from({ length: WORKERS }, (_, n) => `Driver ${n},+1415557${String(n).padStart(4, '0')},North`);
    const list = Buffer.from(['Name,Phone,Team', ...lines].join('\n'));
    await importFleetFile(server.services, new Uint8Array(list), { organization });
    const profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: (await api.get('/admins')).json[0].email, password: 'correct horse battery staple' },
    });
    assert.equal(answer.status(), 200, await answer.text());
    const page = await profile.newPage();
    await page.goto('/dispatch/fleet');
    await page.getByText(`${WORKERS} workers have no invitation yet.`).waitFor();
    const offer = page.getByRole('button', { name: `Invite ${WORKERS} workers` });
    await offer.click();
    const dialog = page.getByRole('dialog', { name: `Invite ${WORKERS} workers by SMS?` });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const sent = async () => (await listOutbox(server.services.database.reader, organization, 100)).length;
    assert.equal(await sent(), 0);
    await offer.click();
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText(`${WORKERS} workers invited.`).waitFor();
    await offer.waitFor({ state: 'detached' });
    assert.equal(await sent(), WORKERS);
    assert.deepEqual(chromium.takeComplaints(), []);
  });
});
