import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { guessEncoding } from '../../rules/table-file.ts';
import { ChatError } from '../../src/chat/http/errors.ts';
import { textOfMail, topicOf } from '../../src/chat/incoming-mail/mail-text.ts';
import { parseMail } from '../../src/chat/incoming-mail/parse-mail.ts';
import { directoryOf, pictureAddress } from '../../src/chat/markdown/directory.fixture.ts';
import { findReferences, renderMessage, topicLinks } from '../../src/chat/markdown/index.ts';
import { MARKDOWN_PIECES } from '../../src/chat/markdown/pieces.fixture.ts';
import { checkHtml } from '../../src/chat/markdown/strict-html.fixture.ts';
import { parseSearch } from '../../src/chat/messages/search/terms.ts';
import { parseNarrow } from '../../src/chat/narrow/parse.ts';
import { readParts, readUnparsed } from '../../src/dispatch/geocoding/query/parse-address.ts';
import { DispatchError } from '../../src/dispatch/http/errors.ts';
import { phoneReadings, readUncheckedPhone, readWorkerPhone } from '../../src/dispatch/phones/phone.ts';
import { CsvPages } from '../../src/platform/http/csv-pages.ts';
import { BYTE_ORDER_MARK, csvLines } from '../../web/dispatch/shared/csv.ts';
import { readText } from '../../web/dispatch/table/csv-import/read-file.ts';

/** A parser, and what must hold of it for any text. */
export interface Parser {
  /** Building blocks of texts, besides arbitrary ones. */
  pieces: readonly string[];
  /** Characters of the longest text that it is ever given, or of one that is long enough to see how its time grows. */
  longest: number;
  /** Reads the text; throws when something does not hold. */
  read(text: string): void | Promise<void>;
}

/** Runs it; an error that is declared is an answer. */
function declared(expected: new (...given: never[]) => Error, run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof expected)) throw error;
  }
}

const directory = directoryOf({
  users: [{ id: 1, fullName: 'a' }],
  groups: [{ id: 1, name: 'a' }],
  channels: [{ id: 1, name: 'a' }],
});
const linkifiers = { realmUrl: 'https://chat.example.com', pictureAddress };

const markdown: Parser = {
  pieces: MARKDOWN_PIECES,
  longest: 10_000,
  read(text) {
    findReferences(text);
    topicLinks(text.slice(0, 60));
    checkHtml(renderMessage(text, directory, linkifiers).html);
  },
};

const OPERATORS = [
  'channel',
  'stream',
  'topic',
  'dm',
  'pm_with',
  'sender',
  'id',
  'with',
  'near',
  'is',
  'in',
  'has',
  'search',
  '-is',
];
const OPERANDS = [
  '1',
  '""',
  '"a"',
  '"a,b@c.d,,1"',
  'null',
  '[]',
  '[1,"a"]',
  '{}',
  'true',
  '1e400',
  '-1',
  '"starred"',
  '"home"',
  '[[]]',
];

const narrow: Parser = {
  pieces: [
    ...OPERATORS.flatMap((name) => [
      `["${name}",1],`,
      `["${name}","a b"],`,
      `{"operator":"${name}","operand":`,
      `"${name}"`,
    ]),
    ...OPERANDS,
    ...['[', ']', '},', ',', '"negated":true', '"__proto__":1', '"', ' ', 'word', '"a phrase"', '\\'],
  ],
  longest: 10_000,
  read(text) {
    declared(ChatError, () => parseSearch(text));
    for (const operator of OPERATORS) declared(ChatError, () => parseNarrow([[operator, text]]));
    let json: unknown;
    try {
      json = JSON.parse(`[${text.replace(/,$/, '')}]`);
    } catch {
      return;
    }
    declared(ChatError, () => parseNarrow(json as unknown[]));
  },
};

const COUNTRIES = ['US', 'DE', 'JP', 'BR', 'XK', ''];

const phone: Parser = {
  pieces: [
    ...'0123456789+() -./,;#x*',
    '+1',
    '+49',
    '00',
    'ext. 5',
    ';ext=7',
    'tel:',
    '٣',
    '+١',
    '\u00a0',
    '555',
    '(415)',
    '1-800-FLOWERS',
  ],
  longest: 10_000,
  read(text) {
    for (const country of COUNTRIES) {
      declared(DispatchError, () => readWorkerPhone(text, country));
      for (const number of phoneReadings(text, country)) {
        assert.match(number, /^\+\d{3,15}$/);
        // What was read is read again as itself, wherever.
        assert.deepEqual(phoneReadings(number, country), [number]);
      }
    }
    declared(DispatchError, () => assert.match(readUncheckedPhone(text), /^\+.*\d/));
  },
};

const address: Parser = {
  pieces: [
    ...[
      ', ',
      ',',
      ';',
      '\n',
      ' ',
      '1',
      '543',
      '12a',
      '12/3-4',
      '3rd Floor',
      'Suite 200',
      '# 12',
      '2. OG',
      'Apt. 5F',
      'Main St',
      'Rua',
    ],
    ...[
      'San Francisco',
      'Berlin',
      'CA',
      'GA',
      'Georgia',
      'DE',
      'USA',
      'Deutschland',
      '94105',
      '10115',
      'SW1A 1AA',
      '100-0001',
      'D-',
      '東京都',
    ],
    ...[
      'CA 94105',
      'Porto Alegre - RS',
      'Washington, DC',
      'St.',
      'Saint',
      'New York, NY',
      'PR',
      '-',
      '/',
      '(',
      ')',
      '"',
      '.',
    ],
  ],
  longest: 1000,
  read(text) {
    const short = text.slice(0, this.longest);
    for (const country of COUNTRIES.slice(0, 4)) {
      const readings = readUnparsed(short, country);
      assert.ok(readings.length > 0);
      for (const { parts } of readings) for (const part of Object.values(parts)) assert.equal(typeof part, 'string');
      assert.ok(readParts({ city: short, state: short, postalCode: short, country: short }, country).length > 0);
    }
  },
};

/** Texts that a spreadsheet would execute. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;
const NUMBER = /^-?\d+(?:\.\d+)?$|^\+\d+$/;

const csv: Parser = {
  pieces: [
    ...',;\t|"\'\n\r=+-@ ab1',
    '\r\n',
    '""',
    '"a"',
    '=1+1',
    '-5',
    '+4930',
    ' =1',
    '＝1',
    'é',
    '漢',
    '👍',
    '\u00a0',
    '\u2028',
    '\ufeff',
  ],
  longest: 200_000,
  async read(text) {
    const wild = text.toWellFormed().replaceAll('\0', '');
    const cells = wild.split('|').map((cell, n) => [`row ${n}`, cell, wild.length > 2000 ? '' : wild]);
    await checkTable(cells, await csvLines([['a', 'b', 'c'], ...cells]));
    const pages = new CsvPages('a.csv', ['a', 'b', 'c'], Readable.from([cells]));
    let written = '';
    for await (const lines of pages.lines()) written += lines;
    await checkTable(cells, written);
    // Whatever else is in a file is no more than a bad file.
    await readText(Buffer.from(wild), 'utf-8');
  },
};

/** A file has the cells that were written; one that would be run has an apostrophe before it. */
async function checkTable(cells: readonly string[][], written: string): Promise<void> {
  const bytes = new TextEncoder().encode(BYTE_ORDER_MARK + written);
  const { rows, broken } = await readText(bytes, guessEncoding(bytes), ',');
  assert.equal(broken.size, 0);
  assert.equal(rows.length, cells.length);
  for (const [n, row] of rows.entries()) {
    for (const [at, cell] of row.entries()) {
      const original = cells[n]![at]!;
      assert.ok(
        cell === original || cell === `'${original}`,
        `${JSON.stringify(original)} became ${JSON.stringify(cell)}`,
      );
      assert.ok(NUMBER.test(cell) || !FORMULA.test(cell), `${JSON.stringify(cell)} would be run`);
    }
  }
}

const mail: Parser = {
  pieces: [
    ...[
      '\r\n',
      '\n',
      '\r\n\r\n',
      'Subject: ',
      'From: ',
      'To: a@b.c',
      '<a@b.c>',
      '"a, b" <c@d.e>, ',
      'Content-Type: ',
      ' ',
      ':',
      ';',
      '=',
    ],
    ...[
      'multipart/mixed; boundary=b\r\n\r\n',
      '--b\r\n',
      '--b--\r\n',
      'text/html',
      'text/plain; charset=utf-7',
      'message/rfc822\r\n\r\n',
    ],
    ...[
      'Content-Transfer-Encoding: base64\r\n',
      'Content-Transfer-Encoding: quoted-printable\r\n',
      '=?utf-8?Q?a=20b?=',
      '=?utf-8?B?4pi6?=',
    ],
    ...[
      '=\r\n',
      '=3D',
      'YWJj',
      "filename*0*=utf-8''a%20",
      'begin 644 a\r\n',
      '> quoted',
      'On Monday, a wrote:',
      '-- ',
      '----- Original Message -----',
    ],
    ...[
      '<p>',
      '<a href="x">',
      '<table><tr><td>',
      '</td>',
      '&amp;',
      '&#x41;',
      '<!--',
      '<script>',
      'Re: ',
      'Re[2]: ',
      'Fwd: ',
      '\t',
      '(',
      '\0',
      'é',
    ],
  ],
  longest: 200_000,
  async read(text) {
    const parsed = await parseMail(Buffer.from(text));
    const from = { name: text, address: text };
    const made = [
      { subject: text, from, text, htmlText: '' },
      { subject: '', from, text: '', htmlText: text },
    ];
    for (const each of parsed ? [parsed, ...made] : made) {
      assert.ok(topicOf(each).length > 0);
      for (const option of ['prefer-html', 'include-quotes', 'show-sender'] as const)
        assert.ok(!textOfMail(each, new Set([option]), { mentions: false }).includes('\0'));
    }
  },
};

/** The parsers that read what people and programs from outside write. */
export const PARSERS = { markdown, narrow, phone, address, csv, mail } satisfies Record<string, Parser>;
