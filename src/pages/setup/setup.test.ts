import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const { browse, owner, sent, person } = new Visitors(server, org);
const german = async () => {
  const browser = await browse('de').open('/sign-in');
  return browser.submit('Weiter', { emailOrPhone: 'olive@couriers.example', password: PASSWORD });
};

describe('people are invited', () => {
  test('by a table in a file, whichever program wrote it', async () => {
    const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
    const tables: [address: string, file: (address: string) => BlobPart][] = [
      ['ann@couriers.example', (address) => `Name;E-Mail\r\n"A; Ann";${address}\r\n`],
      ['bea@couriers.example', (address) => utf16(`Name\tMail\r\nBéa\t${address}\r\n`)],
    ];
    const browser = await german();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    for (const [address, file] of tables) {
      const body = new FormData();
      body.append('addresses', '');
      body.append('table', new Blob([file(address)], { type: 'text/csv' }), 'people.csv');
      const headers = { 'sec-fetch-site': 'same-origin', cookie };
      const answer = await fetch(`${server.url}/welcome/people`, { method: 'POST', body, headers, redirect: 'manual' });
      assert.equal(answer.status, 303);
      assert.equal((await sent(address)).length, 1);
    }
    await browser.open('/welcome/people');
    assert.match(
      browser.html,
      /<form[^>]* enctype="multipart\/form-data"/,
      'without it a browser sends the name alone',
    );
    await browser.submit('Einladen', { table: 'name,mail\nCy,cy@couriers.example', addresses: 'dan@couriers.example' });
    assert.deepEqual([(await sent('cy@couriers.example')).length, (await sent('dan@couriers.example')).length], [1, 1]);
  });

  test('but not by what is no table, or too large, or not even a form', async () => {
    const browser = await (await german()).open('/welcome/people');
    await browser.submit('Einladen', { table: 'Name\nAnn' });
    assert.deepEqual([browser.status, browser.text.includes('Darin steht keine E-Mail-Adresse')], [400, true]);
    const elsewhere = `fay@couriers.example\n${'x'.repeat(260)}@couriers.example`;
    await browser.submit('Einladen', { addresses: elsewhere });
    assert.match(browser.text, /Niemand wurde eingeladen/);
    assert.ok(browser.html.includes(elsewhere), 'nothing was sent, so all of it is there still');
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const send = async (body: string, type: string) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type, cookie };
      return (await fetch(`${server.url}/welcome/people`, { method: 'POST', body, headers })).status;
    };
    const type = 'multipart/form-data; boundary=x';
    const part = (text: string) =>
      `--x\r\ncontent-disposition: form-data; name="table"; filename="a"\r\n\r\n${text}\r\n--x--\r\n`;
    assert.equal(await send(part(`a@b.example ${'x'.repeat(200_000)}`), type), 400);
    assert.equal(await send(part('x'.repeat(4_000_000)), type), 413);
    for (const junk of ['', 'x', '--x', '--x\r\n\r\n', part('\u0000').replace('--x--', '')])
      assert.equal(await send(junk, type), 400, JSON.stringify(junk));
    assert.equal(await send(part('x'), 'multipart/form-data'), 400);
    // A file that is no text is one long word; looking through it must not hold everybody else up.
    const begun = performance.now();
    assert.equal(await send(part(`@${'x'.repeat(100_000)}@`), type), 400);
    assert.ok(performance.now() - begun < 10_000, 'it was looked through in one pass');
  });
});

describe('what an API refuses is said in the language of the page', () => {
  const refused = async (path: string, button: string, values: Record<string, string>) => {
    const browser = await (await german()).open(path);
    await browser.submit(button, values);
    assert.equal(browser.status, 400, browser.text);
    return /role="alert">([^<]*)/.exec(browser.html)![1];
  };

  test('by the steps of the set-up', async () => {
    await person('eve');
    const invited = { addresses: 'eve@couriers.example, fay@couriers.example' };
    assert.equal(
      await refused('/welcome/people', 'Einladen', invited),
      'Einige dieser Adressen wurden nicht eingeladen, alle anderen schon. eve@couriers.example: hat schon ein Konto.',
    );
    const message = { channel: 'a\u200b\u0007b', topic: 'x', message: 'x' };
    assert.match((await refused('/welcome/message', 'Senden', message))!, /^So kann der Kanal nicht heißen/);
    const place = { address: 'Nowhere 1', coordinates: '' };
    assert.match(
      (await refused('/welcome/hub', 'anlegen', { name: 'Depot', ...place }))!,
      /^Diese Adresse wurde nicht/,
    );
    const [{ id }] = (await new DispatchClient(org.dispatch).get('/admins')).json;
    await new DispatchClient(org.dispatch).post('/teams', { name: 'Rad', workers: [], managers: [id] });
    assert.match((await refused('/welcome/team', 'anlegen', { name: 'Rad' }))!, /^Diesen Namen gibt es schon/);
    const worker = { name: 'Will', phone: 'nonsense' };
    assert.match((await refused('/welcome/worker', 'Fahrer anlegen', worker))!, /^Das ist keine Telefonnummer/);
    const known = { name: 'Will', phone: '+14155550171' };
    await (await (await german()).open('/welcome/worker')).submit('Fahrer anlegen', known);
    assert.match((await refused('/welcome/worker', 'Fahrer anlegen', known))!, /^Diese Telefonnummer hat hier/);
    assert.match((await refused('/welcome/team', 'anlegen', { name: '' }))!, /^Geben Sie einen Namen/);
    const bare = { address: 'x', coordinates: '48.2, 16.3' };
    assert.match(
      (await refused('/welcome/hub', 'anlegen', { name: 'Depot', ...bare }))!,
      /^Geben Sie Straße und Nummer/,
    );
    const task = { address: 'Ring 1, Wien', coordinates: '48.2, 16.3', recipient: 'Rea', phone: '12' };
    assert.match((await refused('/welcome/task', 'anlegen', task))!, /^Das ist keine Telefonnummer/);
  });

  test('by who is invited', async () => {
    const link = new URL((await owner.post('/invites/multiuse', {})).json.invite_link).pathname;
    for (const [values, sentence] of [
      [{ email: 'olive@couriers.example' }, /^Für olive@couriers\.example gibt es hier schon/],
      [{ email: 'nobody' }, /^Mit dieser E-Mail-Adresse/],
      [{ name: 'x' }, /^Dieser Name ist zu kurz/],
      [{ name: 'Lin *' }, /^Der Name enthält Zeichen/],
    ] as const) {
      const browser = await browse('de').open(link);
      const given = { name: 'Lin Link', email: 'lin@couriers.example', password: PASSWORD, ...values };
      await browser.submit('Beitreten', given);
      assert.match(/role="alert">([^<]*)/.exec(browser.html)![1]!, sentence);
    }
  });
});

test('a new first channel explains itself in three messages, which its owner can delete', async () => {
  const owner = new ChatClient(org.chat);
  const write = async (topic: string) => {
    const browser = await (await german()).open('/welcome/message');
    await browser.submit('Senden', { channel: 'Zentrale', topic, message: 'Hallo' });
  };
  await write('hallo');
  const { stream_id } = (await owner.get('/get_stream_id', { stream: 'Zentrale' })).json;
  const messages = async () => {
    const narrow = JSON.stringify([{ operator: 'channel', operand: stream_id }]);
    const asked = { anchor: 'newest', num_before: 20, num_after: 0, narrow };
    return (await owner.get('/messages', asked)).json.messages as { id: number; subject: string; content: string }[];
  };
  const explaining = (await messages()).filter(({ subject }) => subject === 'so geht es');
  assert.equal(explaining.length, 3);
  assert.match(explaining[0]!.content, /<strong>Thema<\/strong>/);
  assert.match(explaining[2]!.content, /<code>@<\/code>/);
  // Another message in the channel brings no others.
  await write('nochmal');
  assert.deepEqual(
    (await messages()).map(({ subject }) => subject),
    ['so geht es', 'so geht es', 'so geht es', 'hallo', 'nochmal'],
  );
  for (const { id } of explaining) assert.equal((await owner.delete(`/messages/${id}`)).status, 200);
  assert.equal((await messages()).length, 2);
});
