import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutMail } from './cut-mail.ts';
import { HeldBytes } from './held-bytes.ts';
import { MailBytes } from './mail-bytes.ts';
import { parseMail } from './parse-mail.ts';

const lines = (...all: string[]) => all.join('\r\n');
const cut = (raw: string, bytes: number) => cutMail(Buffer.from(raw, 'latin1'), bytes).toString('latin1');
const multipart = (boundary: string, ...parts: string[]) =>
  lines(
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    'preamble',
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
  );
const text = (content: string, type = 'text/plain') => lines(`Content-Type: ${type}`, '', content);
const file = (content: string, type = 'application/pdf') =>
  lines(`Content-Type: ${type}`, 'Content-Disposition: attachment; filename=a', '', content);

test('a mail whose text is short enough stays as it is', () => {
  for (const raw of [
    text('hello\r\n'),
    'no header',
    '',
    'Subject: a\n\nlines of Unix\n',
    multipart('b', text('one'), file('two'), multipart('c', text('three'), text('<p>four', 'text/html'))),
    `Content-Type: message/rfc822\r\n\r\n${text('forwarded')}`,
  ])
    assert.equal(cut(raw, 1000), raw);
  assert.equal(cut(`${multipart('b', text('one'))}\r\nepilogue`, 1000), `${multipart('b', text('one'))}\r\n`);
});

test('a mail without the boundary that it names, or with it only further on, is read to its end', () => {
  const head = 'Content-Type: multipart/mixed; boundary="c"';
  for (const body of ['nothing of the kind', 'x --c in a line'])
    assert.equal(cut(lines(head, '', body), 1000), lines(head, '', body));
  // The inner one ends where the outer one says: what comes after is not its own.
  const raw = multipart('b', lines(head, '', 'no part'), text('--c\r\nafter'));
  assert.equal(cut(raw, 1000), raw);
});

test('text is cut at a line, all parts together; what is attached stays whole', () => {
  const long = 'a > b\r\n'.repeat(100);
  assert.equal(cut(text(long), 100), text('a > b\r\n'.repeat(14)));
  assert.equal(cut(text(long), 98), text('a > b\r\n'.repeat(14)));
  assert.equal(cut(text(long), 97), text('a > b\r\n'.repeat(13)));
  const raw = multipart('b', text(long), file(long), text(long, 'text/html'), file(long, 'text/csv'));
  const retained = cut(raw, 110);
  assert.equal(retained.split(long).length - 1, 2, retained);
  assert.ok(retained.length < 2 * long.length + 600, String(retained.length));
  const nested = multipart('b', multipart('c', text(long)), text('after'));
  assert.ok(!cut(nested, 50).includes('after'));
  assert.ok(cut(nested, 50).includes('--c--'));
  const forwarded = `Content-Type: message/rfc822\r\n\r\n${text(long)}`;
  assert.ok(cut(forwarded, 50).length < 150);
});

test('parts beyond a thousand, and nested beyond thirty, are not looked into', () => {
  const many = multipart('b', ...Array.from({ length: 2000 }, () => text('x')));
  assert.ok(cut(many, 1e6).length > 0);
  let deep = text('deepest');
  for (let n = 0; n < 100; n++) deep = multipart(`b${n}`, deep);
  assert.ok(cut(deep, 1e6).includes('deepest'));
});

test('25 megabytes of text are a fourth of one for the parser', () => {
  const raw = Buffer.from(text('<\r\n'.repeat(8_000_000), 'text/html'), 'latin1');
  assert.ok(cutMail(raw, 256 * 1024).length <= 257 * 1024);
});

test('a mail is its subject, its sender, its texts and what is attached', async () => {
  const raw = lines(
    'From: "Mara Mail" <mara@parts.example>',
    'Subject: =?utf-8?Q?G=C3=A4te?=',
    'Message-ID: <1@parts.example>',
    'Auto-Submitted: auto-generated',
    multipart(
      'b',
      multipart(
        'c',
        text('plain'),
        text('<p>One <b>two</b></p><script>x()</script><ul><li>three</li></ul>', 'text/html'),
      ).replace('mixed', 'alternative'),
      file('%PDF'),
    ),
  );
  const mail = (await parseMail(Buffer.from(raw)))!;
  assert.deepEqual([mail.subject, mail.from.name, mail.from.address], ['Gäte', 'Mara Mail', 'mara@parts.example']);
  assert.deepEqual(
    [mail.text.trim(), mail.messageId, mail.marks.autoSubmitted],
    ['plain', '<1@parts.example>', 'auto-generated'],
  );
  assert.match(mail.htmlText, /^One two\n+ \* three$/);
  assert.deepEqual(
    mail.attachments.map(({ filename, content }) => [filename, Buffer.from(content).toString().trim()]),
    [['a', '%PDF']],
  );
  assert.equal(mail.digest.length, 64);
});

test('twenty attachments are taken, the others are counted', async () => {
  const mail = (await parseMail(Buffer.from(multipart('b', ...Array.from({ length: 23 }, () => file('x'))))))!;
  assert.deepEqual([mail.attachments.length, mail.moreAttachments], [20, 3]);
});

test('headers beyond 128 KiB are not read', async () => {
  const of = (length: number) => parseMail(Buffer.from(`X-Long: ${'x'.repeat(length)}\r\nSubject: a\r\n\r\nhello`));
  assert.equal((await of(120 * 1024))?.subject, 'a');
  assert.equal(await of(130 * 1024), null);
});

test('bytes come out as they went in, whatever the size of chunks', () => {
  const chunks = [1, 1024 ** 2 - 1, 1024 ** 2, 2.5 * 1024 ** 2, 0, 7].map((size, n) => Buffer.alloc(size, n + 1));
  const bytes = new MailBytes();
  for (const chunk of chunks) bytes.append(chunk);
  assert.ok(Buffer.concat(bytes.take()).equals(Buffer.concat(chunks)));
  assert.deepEqual(bytes.take(), []);
});

test('so many bytes are held, of all and of one organization', () => {
  const held = new HeldBytes({ max: 10, maxOfOne: 6 });
  const [a, other, b] = [held.begin(['A']), held.begin(['A']), held.begin(['B'])];
  assert.deepEqual([a.take(6), other.take(1), b.take(4), held.begin(['B']).take(1)], [true, false, true, false]);
  a.letGo();
  a.letGo();
  assert.deepEqual([b.take(3), b.take(2), held.begin(['A']).take(6)], [false, false, true]);
});

test('a mail for several organizations counts once, and against the share of each; who has no share left has it no longer', () => {
  const held = new HeldBytes({ max: 20, maxOfOne: 6 });
  const both = held.begin(['A', 'A', 'B']);
  assert.ok(both.take(4));
  assert.deepEqual([held.begin(['A']).take(3), held.begin(['B']).take(3)], [false, false]);
  const ofB = held.begin(['B']);
  assert.ok(ofB.take(2));
  // B is full: the mail goes on for A, and what it held of B is free.
  assert.ok(both.take(1));
  assert.deepEqual([both.isFor('A'), both.isFor('B')], [true, false]);
  assert.ok(held.begin(['B']).take(4));
  both.letGo();
  assert.ok(held.begin(['A']).take(6));
  // All 12 are held.
  assert.deepEqual([held.begin(['C']).take(6), held.begin(['D']).take(3)], [true, false]);
});
