import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };

test('a task is entered in one line each: who is known fills the rest, and the next one begins at once', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    await console.worker('Dora Driver');
    const address = {
      number: '543',
      street: 'Wharf Street',
      postalCode: '94105',
      city: 'San Francisco',
      country: 'US',
    };
    const destination = { address: { ...address, apartment: '7b' }, location: [-122.41, 37.79], notes: 'Back door' };
    await console.must(
      console.api.post('/tasks', {
        destination,
        recipients: [{ name: 'Kim Customer', phone: '+14155550199', language: 'pl' }],
      }),
    );
    const page = await console.open(await console.signedIn(), '/dispatch/board?open=new');
    const sheet = page.getByRole('complementary');
    const value = (name: string) => page.locator(`.sheet [name=${name}]`).inputValue();
    const name = sheet.getByLabel('Name (optional)');
    const line = sheet.getByLabel('Address', { exact: true });
    const newest = async () => {
      const { tasks } = await console.must(console.api.get('/tasks/all?from=0'));
      // biome-ignore lint/suspicious/noExplicitAny: an answer
      return (tasks as any[]).toSorted((a, b) => b.timeCreated - a.timeCreated || (b.shortId > a.shortId ? 1 : -1))[0];
    };
    const count = async () => (await console.must(console.api.get('/tasks/all?from=0'))).tasks.length;
    const suggested = (text: string | RegExp) => sheet.getByRole('option').filter({ hasText: text });
    await name.waitFor(PATIENT);
    await takePicture(page, 'entry-empty');

    // A known recipient fills the rest.
    await name.pressSequentially('custo');
    await suggested('Kim Customer').waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'entry-recipient');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await value('phone'), '+14155550199');
    assert.equal(await line.inputValue(), '543 Wharf Street, San Francisco 94105');
    assert.deepEqual(await Promise.all(['apartment', 'position', 'placeNotes'].map(value)), [
      '7b',
      '37.79, -122.41',
      'Back door',
    ]);
    assert.equal(await value('language'), 'pl');
    // Ctrl Enter creates it and begins the next one; who gets it and when stays.
    await sheet.getByLabel('Assign to').selectOption({ label: 'Dora Driver' });
    await page.keyboard.press('Control+Enter');
    await console.until('two tasks', async () => (await count()) === 2);
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name', undefined, PATIENT);
    assert.deepEqual(await Promise.all(['name', 'addressLine', 'street', 'position'].map(value)), ['', '', '', '']);
    assert.notEqual(await value('owner'), '');
    const second = await newest();
    assert.deepEqual(second.destination.location, [-122.41, 37.79]);
    assert.deepEqual([second.destination.notes, second.recipients[0].name], ['Back door', 'Kim Customer']);
    assert.deepEqual([second.recipients[0].language, await value('language')], ['pl', '']);

    // An own address by its beginning, with the keyboard.
    await line.pressSequentially('543 wha');
    await suggested('543 Wharf Street').waitFor(PATIENT);
    await suggested('delivered before').waitFor(PATIENT);
    await takePicture(page, 'entry-address');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await value('street'), 'Wharf Street');
    // What is written afterwards is meant: the line is read by the server.
    await line.fill('1 Market Street, San Francisco');
    assert.deepEqual(await Promise.all(['street', 'position', 'addressBy'].map(value)), ['', '', 'line']);
    await sheet.getByRole('button', { name: 'Create and next' }).click();
    await console.until('three tasks', async () => (await count()) === 3);
    const third = await newest();
    assert.deepEqual(
      [third.destination.address.number, third.destination.address.street, third.destination.address.city],
      ['1', 'Market Street', 'San Francisco'],
    );
    assert.equal(third.recipients.length, 0);

    // A row of a sheet.
    await name.focus();
    const paste = (text: string) =>
      name.evaluate((field, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    await paste('Lee Late\t+1 415 555 0111\t9 Market Street\tSan Francisco\tRing twice\n');
    assert.deepEqual(await Promise.all(['name', 'phone', 'addressLine', 'notes'].map(value)), [
      'Lee Late',
      '+1 415 555 0111',
      '9 Market Street, San Francisco',
      'Ring twice',
    ]);
    await paste('Kim\t1\nLee\t2\n');
    await console.toast('These are 2 rows', page).waitFor(PATIENT);
    assert.equal(await value('name'), 'Lee Late');

    // Everything is in the parts as well, and on a narrow and a dark screen.
    await sheet.getByText('Address in parts').click();
    await sheet.getByLabel('City').fill('Oakland');
    await sheet.getByLabel('Street').fill('Pier Road');
    await sheet.getByLabel('Number').fill('2');
    assert.equal(await value('country'), 'US');
    assert.equal(await line.inputValue(), '2 Pier Road, Oakland');
    await sheet.getByText('More fields').click();
    await sheet.getByLabel('Recipient’s language').selectOption('uk');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'entry-unfolded');
    await page.emulateMedia({ colorScheme: 'dark' });
    await takePicture(page, 'entry-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await takePicture(page, 'entry-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await sheet.getByRole('button', { name: 'Create task' }).click();
    await sheet.getByRole('heading', { name: 'Lee Late' }).waitFor(PATIENT);
    const fourth = await newest();
    assert.deepEqual([fourth.destination.address.street, fourth.notes], ['Pier Road', 'Ring twice']);
    assert.equal(fourth.recipients[0].language, 'uk');

    // The same once more, changed before it is created.
    await sheet.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'New task like this' }).click();
    await sheet.getByRole('button', { name: 'Create task' }).waitFor(PATIENT);
    assert.deepEqual(await Promise.all(['name', 'street', 'notes', 'language'].map(value)), [
      'Lee Late',
      'Pier Road',
      'Ring twice',
      'uk',
    ]);
    await sheet.getByLabel('Notes (optional)', { exact: true }).fill('Second parcel');
    await sheet.getByRole('button', { name: 'Create task' }).click();
    await console.until('five tasks', async () => (await count()) === 5);
    const fifth = await newest();
    assert.deepEqual([fifth.notes, fifth.recipients[0].language], ['Second parcel', 'uk']);

    // One that is there gets another address by its line as well.
    await sheet.getByRole('heading', { name: 'Lee Late' }).waitFor(PATIENT);
    await sheet.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    assert.equal(await line.inputValue(), '2 Pier Road, Oakland');
    await line.fill('7 Harbour Road, San Francisco');
    // Back to the language of the organization; who is only typed by number keeps the own one.
    await sheet.getByLabel('Recipient’s language').selectOption('');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await console.until('the new address', async () => (await newest()).destination.address.street === 'Harbour Road');
    assert.deepEqual([(await newest()).destination.address.number, (await newest()).notes], ['7', 'Second parcel']);
    assert.equal((await newest()).recipients[0].language, null);
    await console.must(console.api.put(`/recipients/${fifth.recipients[0].id}`, { language: 'da' }));
    await page.goto('/dispatch/board?open=new');
    await name.fill('Lee Late');
    await sheet.getByLabel('Phone (optional)').fill('+1 415 555 0111');
    await line.fill('1 Market Street, San Francisco');
    await sheet.getByRole('button', { name: 'Create task' }).click();
    await console.until('six tasks', async () => (await count()) === 6);
    assert.equal((await newest()).recipients[0].language, 'da');
    chromium.takeComplaints();
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
