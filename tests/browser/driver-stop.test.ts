import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { toBuffer as qrPicture } from 'qrcode';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { draftsOnPhone } from '../harness/driver-phone.ts';
import { writeFakeCamera } from '../harness/fake-camera.ts';
import { startFleet } from '../harness/fleet.ts';
import { KillableChromium } from '../harness/killable-chromium.ts';
import { png } from '../harness/pictures.ts';
import { startTestServer } from '../harness/server.ts';

/**
 * Has a page's database refuse what is sealed and longer than this, as one does on a phone that has no more room. Browsers do not hold
 * private profiles of tests to any quota.
 */
function leaveRoom(bytes: number): void {
  const { add, put } = (globalThis as { firm?: IDBObjectStore }).firm ?? IDBObjectStore.prototype;
  Object.assign(globalThis, { firm: { add, put } });
  const held = (write: typeof add): typeof add =>
    function (this: IDBObjectStore, value, ...rest) {
      if (value.sealed?.bytes.byteLength > bytes)
        throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
      return write.call(this, value, ...rest);
    };
  Object.assign(IDBObjectStore.prototype, { add: held(add), put: held(put) });
}

/** Whether the browser itself refuses to store more, of this page. */
async function isFull(): Promise<boolean> {
  const opening = indexedDB.open('scratch', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('bytes');
  const opened = await new Promise((resolve) => {
    opening.onsuccess = () => resolve(true);
    opening.onerror = () => resolve(false);
  });
  if (!opened) return true;
  const transaction = opening.result.transaction('bytes', 'readwrite');
  transaction.objectStore('bytes').put(new Uint8Array(1000), 0);
  const isRefused = await new Promise<boolean>((resolve) => {
    transaction.oncomplete = () => resolve(false);
    transaction.onabort = () => resolve(true);
  });
  opening.result.close();
  return isRefused;
}

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

const DAY_MS = 86_400_000;
const PHONE = { width: 360, height: 740 };
const EAN = '4006381333931';
const QR = 'PARCEL 17/A';

describe('a driver’s stops, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hubbub-driver-'));
    const camera = path.join(folder, 'camera.y4m');
    const writer = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
    // It would be asked for on the internet.
    await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(writer)).buffer } });
    const ean = await writeBarcode(EAN, { format: 'EAN13', scale: 4 });
    await writeFakeCamera(camera, [
      await qrPicture(QR, { scale: 8, margin: 6 }),
      await sharp(Buffer.from(await ean.image!.arrayBuffer()))
        .extend({ top: 40, bottom: 40, left: 60, right: 60, background: '#ffffff' })
        .png()
        .toBuffer(),
    ]);
    const flags = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
    [server, chromium] = await Promise.all([
      startTestServer({ web: true }),
      Chromium.start({ flags: [...flags, `--use-file-for-fake-video-capture=${camera}`] }),
    ]);
    fleet = await startFleet(server);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  afterEach(() =>
    assert.deepEqual(
      chromium.takeComplaints().filter((complaint) => !complaint.includes('net::ERR_INTERNET_DISCONNECTED')),
      [],
    ),
  );

  const heading = (page: Page, name: string) => page.getByRole('heading', { name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const to = (name: string, more: object = {}) => ({ recipients: [{ name, phone: nextPhone() }], ...more });
  let phones = 0;
  const nextPhone = () => `+1415558${String(++phones).padStart(4, '0')}`;
  const stateOf = async (id: string) => (await fleet.api.get(`/tasks/${id}`)).json;
  const linkFor = async (id: string) => (await fleet.api.post(`/workers/${id}/sign-in-links`, {})).json.url;

  /** A worker with tasks. */
  async function working(...tasks: object[]) {
    const { id } = await fleet.worker([-122.4, 37.78]);
    const made: { id: string }[] = [];
    for (const task of tasks) made.push(await fleet.task({ container: { type: 'WORKER', worker: id }, ...task }));
    return { id, ids: made.map((one) => one.id) };
  }

  /** The phone of a worker, signed in by the picture of a dispatcher. */
  async function signedIn(page: Page, workerId: string): Promise<void> {
    await page.goto(await linkFor(workerId));
    await button(page, 'Sign in').click();
    await page.waitForURL(/\/driver\/?$/);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  }

  async function onTheRoad(tasks: object[], options: BrowserContextOptions = {}) {
    const worker = await working(...tasks);
    const phone = await chromium.profile({ baseURL: server.url, viewport: PHONE, hasTouch: true, ...options });
    const page = await phone.newPage();
    await signedIn(page, worker.id);
    return { ...worker, phone, page };
  }

  async function sign(page: Page): Promise<void> {
    await button(page, 'Have it signed').click();
    const box = (await page.getByRole('img', { name: /Sign here/ }).boundingBox())!;
    // The pad is there a moment after its place is.
    await until(async () => {
      await page.mouse.move(box.x + 20, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + 120, box.y + 90, { steps: 5 });
      await page.mouse.up();
      return button(page, 'Use it').isEnabled();
    }, 'the signature');
    await button(page, 'Use it').click();
    await page.getByRole('img', { name: 'Signed' }).waitFor();
  }

  const aPhoto = async () => ({ name: 'door.png', mimeType: 'image/png', buffer: await png(2400, 1800) });

  async function photograph(page: Page): Promise<void> {
    await page.locator('input[type=file]').setInputFiles(await aPhoto());
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  }

  const DEMANDING = {
    requirements: { signature: true, photo: true, minimumAge: 18, notes: true },
    barcodes: [{ data: btoa(EAN), blockCompletion: true }, { data: btoa(QR) }],
  };

  test('what a task asks for is asked for at the door, with codes that the camera reads (V8, V11)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { page, ids, phone } = await onTheRoad([
      to('Ruth Recipient', { ...DEMANDING, notes: 'Mind the dog', completeBefore: Date.now() + DAY_MS }),
    ]);
    await heading(page, 'Ruth Recipient').waitFor();
    await takePicture(page, 'driver-today');
    assert.deepEqual(await accessibilityProblems(page), []);
    await button(page, 'Start').click();
    await button(page, 'I am there').click();
    await page.getByRole('link', { name: 'Complete' }).click();
    await button(page, 'Complete').click();
    for (const gap of ['A photo is', 'A signature is', 'Notes are', 'must be at least 18', `Scan ${EAN}`])
      await page.getByText(gap).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'driver-stop-missing');
    // The word of the main action is never broken.
    const lines = (of: Element) => new Set([...of.querySelector('span')!.getClientRects()].map(({ top }) => top)).size;
    assert.equal(await button(page, 'Complete').evaluate(lines), 1);
    // Nor is the time until which one may come, though it takes a day of the week.
    await page.locator('.driver-due', { hasText: /^until \w{3} / }).waitFor();
    assert.ok(await page.locator('.driver-due').evaluate((due) => due.scrollWidth <= due.clientWidth));
    await page.getByLabel(/I have checked a document/).check();
    // What is small has room on the phone, a photo has none: it is told before the screen is left, and nothing else is lost (V5).
    await page.evaluate(leaveRoom, 4096);
    await page.locator('input[type=file]').setInputFiles(await aPhoto());
    await page.getByText('This phone is full').waitFor();
    assert.equal(await page.getByRole('img', { name: 'Photo 1' }).count(), 0);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'driver-stop-full');
    await page.getByLabel('Your notes').fill('Nobody at the gate');
    await until(async () => (await draftsOnPhone(page)).includes('Nobody at the gate'), 'the notes to be written down');
    await page.reload();
    const retained = async () => (await page.getByLabel('Your notes').inputValue()) === 'Nobody at the gate';
    await until(retained, 'the notes that were written before');
    assert.equal(await page.getByLabel(/I have checked a document/).isChecked(), true);
    await photograph(page);
    assert.equal(await page.getByText('This phone is full').count(), 0);
    await sign(page);
    await button(page, 'Scan').click();
    await takePicture(page, 'driver-scan');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByLabel('Your notes').fill('Handed over');
    // What was missing is told no more as soon as it is there.
    await page.getByText('Something is missing').waitFor({ state: 'detached' });
    await takePicture(page, 'driver-stop-filled');
    await page.evaluate(leaveRoom, 0);
    await button(page, 'Complete').click();
    await page.getByText('This phone is full').waitFor();
    assert.notEqual((await stateOf(ids[0]!)).state, 3);
    await page.evaluate(leaveRoom, Number.POSITIVE_INFINITY);
    await button(page, 'Complete').click();
    await page.waitForURL(/\/driver\/?$/);
    await until(async () => (await stateOf(ids[0]!)).state === 3, 'the completion');
    const { completionDetails, barcodes } = await stateOf(ids[0]!);
    const { notes, verifiedAge, photoUploadIds, signatureUploadId } = completionDetails;
    assert.deepEqual([notes, verifiedAge, photoUploadIds.length], ['Handed over', 18, 1]);
    assert.ok(signatureUploadId);
    const codes = barcodes.captured.map(({ data }: { data: string }) => atob(data));
    assert.deepEqual(codes.toSorted(), [EAN, QR].toSorted());
    const symbologies = barcodes.captured.map(({ symbology }: { symbology: string }) => symbology);
    assert.deepEqual(symbologies.toSorted(), ['EAN13', 'QRCODE']);
    await phone.close();
  });

  test('one goes from several at one place to one that cannot be done, and takes another', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await fleet.team('Open', { enableSelfAssignment: true });
    await fleet.api.put('/conversations/settings', {});
    const pine = { address: { number: '9', street: 'Pine Street', city: 'San Francisco', country: 'US' } };
    const destination = { ...pine, location: [-122.41, 37.79] };
    await fleet.api.post('/customFields', {
      model: 'Task',
      field: [
        { key: 'crates', name: 'Crates back', type: 'integer', visibility: ['api', 'worker'], editability: ['worker'] },
      ],
    });
    const { id, ids, page, phone } = await onTheRoad([to('Ann'), to('Ben'), to('Cem', { destination })], {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      permissions: ['geolocation'],
      geolocation: { longitude: -122.39, latitude: 37.77 },
    });
    await heading(page, 'Ann').waitFor();
    await page.getByText('1 more delivery at this place').waitFor();
    await button(page, 'Start').click();
    await page.getByRole('link', { name: 'Complete' }).click();
    // The area is drawn from what lies on the phone: with no network, too.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await phone.setOffline(true);
    await page.reload();
    await page.getByText('You are 1.4 km to the south-east of the stop').waitFor();
    await page
      .getByRole('img', { name: 'Sketch of the area, north above: this stop in the middle, and 1 other stop' })
      .waitFor();
    await takePicture(page, 'driver-stop-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await takePicture(page, 'driver-stop-light');
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    await phone.setOffline(false);
    await page.getByLabel('Ben').check();
    await page.getByLabel('Crates back').fill('two');
    await button(page, 'Complete all 2').click();
    await page.getByText('This does not fit here.').waitFor();
    await page.getByLabel('Crates back').fill('2');
    // Nobody asks for a photo here: its form is behind a button.
    assert.equal(await page.locator('input[type=file]').count(), 0);
    await button(page, 'Photo').click();
    await photograph(page);
    await button(page, 'Complete all 2').click();
    await heading(page, 'Cem').waitFor();
    await until(async () => (await stateOf(ids[1]!)).state === 3, 'the second completion');
    for (const done of ids.slice(0, 2)) {
      const { state, customFields, completionDetails } = await stateOf(done);
      const crates = customFields.find(({ key }: { key: string }) => key === 'crates').value;
      assert.deepEqual([state, completionDetails.success, crates], [3, true, 2]);
      assert.equal(completionDetails.photoUploadIds.length, 1);
    }
    await button(page, 'Start').click();
    await page.getByRole('link', { name: 'Complete' }).click();
    await button(page, 'Could not do it').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Could not do it' }).click();
    await dialog.getByText('Choose one.').waitFor();
    await takePicture(page, 'driver-fail');
    assert.deepEqual(await accessibilityProblems(page), []);
    await dialog.getByLabel('Nobody there').check();
    await dialog.getByRole('button', { name: 'Could not do it' }).click();
    await until(async () => (await stateOf(ids[2]!)).state === 3, 'the failure');
    const { success, failureReason } = (await stateOf(ids[2]!)).completionDetails;
    assert.deepEqual([success, failureReason], [false, 'RECIPIENT_UNAVAILABLE']);
    // The server may be quicker than the phone: at a stop that is gone there is nothing to take.
    await page.waitForURL(/\/driver\/?$/);

    const open = (await fleet.api.get('/teams')).json.find(({ name }: { name: string }) => name === 'Open').id;
    assert.equal((await fleet.api.put(`/workers/${id}`, { teams: [fleet.north, open] })).status, 200);
    const free = await fleet.task({ container: { type: 'TEAM', team: open }, ...to('Dee') });
    await page.reload();
    await page.getByRole('heading', { name: 'To take' }).waitFor();
    await button(page, 'Take it').click();
    await heading(page, 'Dee').waitFor();
    assert.deepEqual(await fleet.container('workers', id), [free.id]);
    await page.getByRole('link', { name: 'Ask' }).click();
    const question = 'The **back** door, at <time:2030-01-02T03:04:00Z>?';
    const written = async () => (await page.getByLabel('Message').inputValue()) === question;
    await page.getByLabel('Message').fill(question);
    // A look at the stop comes between, and the end of the page.
    await page.getByRole('link', { name: 'Back to the stop' }).click();
    await page.getByRole('link', { name: 'Ask' }).click();
    await until(written, 'what was written before the look at the stop');
    await page.reload();
    await until(written, 'what was written before the reload');
    await button(page, 'Send').click();
    await page.getByText(/^The back door, at 2 Jan 2030, 03:04\?$/).waitFor();
    assert.equal(await page.getByLabel('Message').inputValue(), '');
    await takePicture(page, 'driver-ask');
    assert.deepEqual(await accessibilityProblems(page), []);
    await phone.close();
  });

  test('the one thing to do next stays at the thumb, the next stop in the header, and only what is asked for is open', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const kant = { number: '7', street: 'Kantstraße', apartment: '2. OG', postalCode: '10623', city: 'Berlin' };
    const { page, phone, ids } = await onTheRoad([
      to('Gerd Gast', {
        destination: { address: { ...kant, country: 'Germany' }, location: [13.32, 52.5] },
        notes: Array.from({ length: 40 }, (_, line) => `Line ${line} of a long note`).join('\n'),
        requirements: { notes: true },
        completeBefore: Date.now() + 3_600_000,
      }),
      to('Hans Hintan', { destination: { address: { ...kant, country: 'DE' }, location: [13.4, 52.5] } }),
    ]);
    const header = page.locator('header');
    /** Whether a control is whole in the window, above the navigation. */
    const isAtThumb = async (name: string) => {
      const [box, navigation] = [
        await button(page, name).boundingBox(),
        await page.getByRole('navigation', { name: 'Screens' }).boundingBox(),
      ];
      return box!.y + box!.height <= navigation!.y && box!.y > navigation!.y - 120;
    };
    const main = page.getByRole('main');
    const scrollTo = (share: number) =>
      main.evaluate((element, at) => element.scrollTo(0, at * element.scrollHeight), share);
    await page.getByText('Kantstraße 7, 2. OG, 10623 Berlin', { exact: true }).first().waitFor();
    await header.getByText('Gerd Gast').waitFor();
    await header.getByText('0 of 2 stops done').waitFor();
    await takePicture(page, 'driver-thumb-today');
    assert.ok(await isAtThumb('Start'), 'on the day');
    await scrollTo(1);
    assert.ok(await isAtThumb('Start'), 'at the end of the day');
    // Every screen has the next stop above.
    await page.getByRole('link', { name: 'Me', exact: true }).click();
    await header.getByText('Next stop').waitFor();
    await header.getByRole('link', { name: /Gerd Gast/ }).click();
    await heading(page, 'Gerd Gast').waitFor();
    assert.ok(await isAtThumb('Start'), 'at the stop');
    await button(page, 'Start').click();
    await header.getByText('Under way').waitFor();
    assert.ok(await isAtThumb('I am there'), 'under way');
    await button(page, 'I am there').click();
    await page.getByLabel('Your notes').waitFor();
    for (const share of [0, 0.5, 1]) {
      await scrollTo(share);
      assert.ok(await isAtThumb('Complete'), `at the door, at ${share}`);
    }
    await takePicture(page, 'driver-thumb-door');
    // What is longer than the screen is scrolled by keyboard, too.
    await main.focus();
    await page.keyboard.press('Home');
    await until(async () => (await main.evaluate(({ scrollTop }) => scrollTop)) === 0, 'the beginning');
    await page.keyboard.press('End');
    await until(async () => (await main.evaluate(({ scrollTop }) => scrollTop)) > 200, 'the end');
    assert.deepEqual(await accessibilityProblems(page), []);
    // This stop asks for notes only.
    for (const absent of ['Have it signed', 'Take a photo', 'Scan'])
      assert.equal(await button(page, absent).count(), 0);
    await button(page, 'Signature').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await button(page, 'Have it signed').waitFor();
    assert.equal(await button(page, 'Signature').count(), 0);
    await page.getByLabel('Your notes').fill('Left with him');
    await button(page, 'Complete').click();
    await header.getByText('Hans Hintan').waitFor();
    await until(async () => (await stateOf(ids[0]!)).state === 3, 'the completion');
    await phone.close();
  });

  test('the door, and a first visit with a slow phone on a slow line (V12)', { timeout: TIMEOUT_MS }, async () => {
    const { id } = await working(to('Eve Early'));
    const phone = await chromium.profile({ baseURL: server.url, viewport: PHONE, hasTouch: true });
    const page = await phone.newPage();
    const session = await phone.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const slow = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await session.send('Network.emulateNetworkConditions', { offline: false, ...slow });
    await page.goto('/driver');
    await heading(page, 'Sign in').waitFor();
    await takePicture(page, 'driver-sign-in');
    assert.deepEqual(await accessibilityProblems(page), []);
    await button(page, 'Scan the QR code').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Or paste the link').fill('https://elsewhere.example/in/abcdefghijklmnopqrstuvwxyz');
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await dialog.getByText('This link is not from your dispatcher.').waitFor();
    await dialog.getByLabel('Or paste the link').fill(await linkFor(id));
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await heading(page, 'Eve Early').waitFor();
    await phone.close();
  });

  test('what is done without a network outlives the browser, and arrives once (V1, V5)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { id, ids } = await working(
      to('Vera Voyage', { ...DEMANDING, requirements: { signature: true, photo: true } }),
    );
    let phone = await KillableChromium.start(folder);
    try {
      let page = await phone.tab();
      await signedIn(page, id);
      await heading(page, 'Vera Voyage').waitFor();
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
          await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
      });
      // Chromium writes cookies down half a minute after they came.
      await phone.close();
      phone = await KillableChromium.start(folder);
      await phone.context.setOffline(true);
      page = await phone.tab();
      await page.goto(`${server.url}/driver`);
      await heading(page, 'Vera Voyage').waitFor();
      await button(page, 'Start').click();
      await button(page, 'I am there').click();
      await page.getByRole('link', { name: 'Complete' }).click();
      // A profile on the disk is held to a quota: the browser's own refusal is told as well (V5).
      const session = await phone.context.newCDPSession(page);
      await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 });
      // Chromium asks for the room that is left every half minute.
      await until(() => page.evaluate(isFull), 'the quota to count');
      await page.locator('input[type=file]').setInputFiles(await aPhoto());
      await page.getByText('This phone is full').waitFor();
      assert.equal(await page.getByRole('img', { name: 'Photo 1' }).count(), 0);
      await session.send('Storage.overrideQuotaForOrigin', { origin: server.url });
      await photograph(page);
      await sign(page);
      await button(page, 'Scan').click();
      await page.getByLabel('Or type it in').fill(EAN);
      await page.getByRole('dialog').getByRole('button', { name: 'Use it' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      const before = Date.now();
      await button(page, 'Complete').click();
      await page.waitForURL(/\/driver\/?$/);
      const after = Date.now();
      await page.getByText('saved on this phone').first().waitFor();
      assert.equal((await stateOf(ids[0]!)).state, 1);
      await phone.kill();

      phone = await KillableChromium.start(folder);
      await phone.context.setOffline(true);
      page = await phone.tab();
      await page.goto(`${server.url}/driver/sent`);
      await page.getByText('saved on this phone').first().waitFor();
      assert.equal(await page.getByText(/^sent /).count(), 0);
      await takePicture(page, 'driver-sent-offline');
      await phone.context.setOffline(false);
      await until(async () => (await stateOf(ids[0]!)).state === 3, 'the completion');
      await page.getByText('saved on this phone').first().waitFor({ state: 'detached' });
      const { completionDetails, completionReports, barcodes } = await stateOf(ids[0]!);
      assert.ok(completionDetails.time >= before - 1000 && completionDetails.time <= after + 1000);
      assert.deepEqual([completionDetails.photoUploadIds.length, completionReports], [1, undefined]);
      assert.ok(completionDetails.signatureUploadId);
      assert.deepEqual(
        barcodes.captured.map(({ data }: { data: string }) => atob(data)),
        [EAN],
      );
    } finally {
      await phone.kill();
    }
  });
});
