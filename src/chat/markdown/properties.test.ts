import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../../tests/harness/processor-time.ts';
import { directoryOf, pictureAddress } from './directory.fixture.ts';
import { findReferences, renderMessage, topicLinks } from './index.ts';
import { MARKDOWN_PIECES } from './pieces.fixture.ts';
import { renderPlain } from './plain.ts';
import { renderFully } from './render.ts';
import { checkHtml } from './strict-html.fixture.ts';
import type { MentionDirectory } from './types.ts';

const directory = directoryOf({
  users: [
    { id: 1, fullName: 'a' },
    { id: 2, fullName: 'Bo <b>' },
  ],
  groups: [{ id: 1, name: 'a' }],
  channels: [
    { id: 1, name: 'a' },
    { id: 2, name: 'b" x' },
  ],
});
const realmUrl = 'https://chat.example.com';

const markdownish = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...MARKDOWN_PIECES) },
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    {
      maxLength: 60,
    },
  )
  .map((pieces) => pieces.join(''));

/** Every level a quote, list or emphasis may come to, with the tags around. */
const MAX_DEPTH = 60;

function checkAll(content: string): void {
  const rendered = renderMessage(content, directory, { realmUrl, pictureAddress });
  const facts = checkHtml(rendered.html);
  assert.ok(facts.depth <= MAX_DEPTH, `${facts.depth} deep`);
  // The text for the search is the text of the page, but for how blocks are set apart.
  const squeeze = (text: string) => text.replace(/\s+/g, '');
  assert.equal(squeeze(rendered.plainText), squeeze(facts.text));
}

describe('any text', () => {
  test('renders to well-formed, allow-listed HTML', () => {
    fc.assert(fc.property(markdownish, checkAll), { numRuns: 5000 });
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), checkAll), { numRuns: 1000 });
  });

  test('as a name in the directory and in the text', () => {
    fc.assert(
      fc.property(markdownish, (name) => {
        const hostile = directoryOf({
          users: [{ id: 1, fullName: name }],
          groups: [{ id: 1, name }],
          channels: [{ id: 1, name }],
        });
        checkHtml(renderMessage(`@**${name}** @**|1** @*${name}* #**${name}** #**${name}>${name}**`, hostile).html);
      }),
      { numRuns: 1000 },
    );
  });

  test('the scan finds every name that the parser looks up', () => {
    fc.assert(
      fc.property(markdownish, (content) => {
        const found = findReferences(content);
        const spy = <K, V>(known: Iterable<K>): ReadonlyMap<K, V> => {
          const keys = new Set<unknown>(known);
          const map = new Map<K, V>();
          map.get = (key) => {
            assert.ok(keys.has(key), `${JSON.stringify(key)} was not found in ${JSON.stringify(content)}`);
            return undefined;
          };
          return map;
        };
        const spies: MentionDirectory = {
          usersByName: spy(found.userNames),
          usersById: spy(found.userIds),
          groupsByName: spy(found.groupNames),
          topicMessages: new Map(),
          channelsByName: spy(found.channelNames.flatMap((name) => [name, name.toLowerCase()])),
        };
        renderMessage(content, spies);
      }),
      { numRuns: 5000 },
    );
  });

  test('topicLinks never throws', () => {
    fc.assert(fc.property(markdownish, (topic) => void topicLinks(topic)));
  });
});

test('the short way for plain text gives what the whole way gives', () => {
  const words = fc.array(
    fc.oneof(
      fc.constantFrom(...MARKDOWN_PIECES),
      fc.constantFrom(
        'a',
        'word',
        ' ',
        '  ',
        '.',
        '...',
        ', ',
        '!',
        '?',
        "'",
        '(',
        ')',
        '-',
        '--',
        '/',
        '%',
        '1',
        '2.',
        'é',
        '👍',
      ),
      fc.constantFrom('www.example.com', 'http', 'a-b', 'x)', '1)', 'Ⅷ', '👩‍🚀', 'e\u0301', '\u00a0', '\u3000'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 8 },
  );
  let short = 0;
  const same = (content: string) => {
    const plain = renderPlain(content);
    if (!plain) return;
    short++;
    assert.deepEqual(plain, renderFully(content, directory, { realmUrl, pictureAddress }));
  };
  fc.assert(
    fc.property(words, (pieces) => same(pieces.join(''))),
    { numRuns: 20_000 },
  );
  fc.assert(
    fc.property(words, (pieces) => same(`a${pieces.join('')}`)),
    { numRuns: 20_000 },
  );
  assert.ok(short > 1000, `only ${short} went the short way`);
  // Each character by itself, at both ends and within.
  for (let code = 0; code < 0x10000; code++) {
    const ch = String.fromCharCode(code);
    same(ch);
    same(`a${ch}`);
    same(`a${ch}b`);
  }
});

describe('10,000 characters render in bounded time', () => {
  const SIZE = 10_000;
  /** The slowest takes 20 ms here (measured, 3 GHz core); the bound is for machines that are busy with other tests. */
  const BOUND_MS = 1000;
  const repeats = [
    ...[
      '[',
      '![',
      '[![',
      ']',
      '](',
      '[](',
      '[a](',
      '[a](b',
      '[a](<b',
      '[a](b "',
      '[a](http://x)',
      '![a](http://x)',
      '[]',
    ],
    ...[
      '*',
      '**',
      '**a ',
      '*a **a ',
      'a**b',
      '*a_ ',
      '***a**b*',
      '*a**b***c',
      '_',
      '~',
      '~~',
      '~~a',
      '~~~a ',
      '$',
      '$$',
      '$$a',
    ],
    ...[
      '>',
      '> ',
      '>\n',
      '> a\n\n',
      '> > a\n',
      '-',
      '- ',
      '- \n',
      '- a\n',
      '- a\n\n',
      '* ',
      '+ ',
      '1. ',
      '1. a\n',
      '- > ',
      '> - a\n',
      '1. - * ',
    ],
    ...[
      '`',
      '`a',
      '`` ',
      '```\n',
      '```a\n',
      '```quote\n',
      '```quote\na\n```\n',
      '```spoiler a\n',
      '~~~quote\n```quote\n',
      '> ```quote\n',
    ],
    ...[
      '|',
      '|a',
      'a|b\n-|-\n',
      '-|-\n',
      '|-',
      '|\n',
      '|a|\n|-|\n|b|\n',
      '<',
      '<a',
      '</',
      '<!--',
      '<time:',
      '<http://a',
      '<a@b',
      '>a<',
    ],
    ...[
      '&',
      '&#1',
      '&#x',
      '&amp',
      '\\',
      '\\*',
      '\\[',
      '@',
      '@*',
      '@**',
      '@**a',
      '@_*a',
      '@**a**',
      '#**',
      '#**a>',
      '#**a**',
      '#',
      '# ',
      '# a\n',
    ],
    ...[
      'http://',
      'http://a ',
      'http://x*',
      'http://x/(',
      'a@b.co ',
      'a@',
      '@a',
      'a.',
      '://',
      ':',
      'mailto:',
      'mailto:a',
      'www.',
      '-@-.',
      '.@',
    ],
    ...[
      '\n',
      'a\n',
      'a\n\n',
      '    a\n',
      '\t',
      ' ',
      ' \n',
      '---\n',
      '\0',
      '\ud800',
      '😀',
      'a ',
      '/me ',
      '[x]: y\n',
      '=\n',
      '"',
      "'",
      '(',
    ],
  ];
  const inputs: Record<string, string> = {
    ...Object.fromEntries(repeats.map((piece) => [piece, piece.repeat(SIZE / piece.length)])),
    ...Object.fromEntries(
      [
        ':smile:',
        ':+1',
        '👍🏽',
        '1\ufe0f\u20e3',
        'a.com ',
        'a.',
        '.com',
        'http://a@',
        'http://a(',
        'http://a.com)b@',
        '1. - ',
        '***a',
      ].map((piece) => [piece, piece.repeat(SIZE / piece.length)]),
    ),
    ...Object.fromEntries(
      ['js', 'ts', 'java', 'ini', 'perl', 'cpp', 'csharp', 'haskell', 'html', 'php'].flatMap((language) =>
        ['a', '"', 'a ', '1,', '<a b="', '(', '/*'].map((piece) => [
          `${language}: ${piece}`,
          `\`\`\`${language}\n${piece.repeat(2990 / piece.length)}\n\`\`\`\n`.repeat(3),
        ]),
      ),
    ),
    'quotes 5,000 deep': `${'>'.repeat(5000)}a`,
    'brackets within brackets': '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2),
    'links within links': '['.repeat(700) + '](http://u)'.repeat(700),
    'pictures from elsewhere': 'http://a.b/1.png '.repeat(600),
    'other pictures from elsewhere': Array.from({ length: 600 }, (_, n) => `![](http://a.b/${n}.png)`).join(' '),
    'images within images': '!['.repeat(700) + '](http://u)'.repeat(700),
    'images within links': '[!['.repeat(400) + '](http://u)](http://u)'.repeat(400),
    'open parentheses': `[a](${'('.repeat(SIZE)}`,
    'open titles': `[a](b ${'"a'.repeat(SIZE / 2)}`,
    'strong within strong': '**a '.repeat(SIZE / 8) + ' b**'.repeat(SIZE / 8),
    'emphasis within emphasis': '*a '.repeat(SIZE / 5) + 'b*'.repeat(SIZE / 5),
    'lists, each deeper': Array.from({ length: 130 }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
    'lists, each deeper by two': Array.from({ length: 95 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'),
    'backtick runs, each longer': Array.from({ length: 139 }, (_, i) => '`'.repeat(i + 1)).join(' '),
    'backtick runs, each shorter': Array.from({ length: 139 }, (_, i) => '`'.repeat(140 - i)).join(' '),
    'quote fences within each other': Array.from({ length: 97 }, (_, i) => `${'`'.repeat(100 - i)}quote`).join('\n'),
    'a long table': `a|b\n-|-\n${'c|d\n'.repeat(SIZE / 4)}`,
    'a wide table': `${'a|'.repeat(2000)}\n${'-|'.repeat(2000)}\n${'|\n'.repeat(900)}`,
    'a table of empty cells': `|${'a|'.repeat(50)}\n|${'-|'.repeat(50)}\n${'|\n'.repeat(4800)}`,
    'lazy lines after a deep quote': `${'>'.repeat(20)}a\n${'b\n'.repeat(SIZE / 2)}`,
    'an address with brackets': `http://a.b/${'['.repeat(SIZE)}`,
    'an address with parentheses': `http://a.b/${'()'.repeat(SIZE / 2)}`,
  };
  for (const [name, content] of Object.entries(inputs)) {
    test(JSON.stringify(name), () => {
      let rendered: ReturnType<typeof renderFully>;
      const took = processorMs(() => {
        rendered = renderFully(content, directory, { realmUrl, pictureAddress });
        findReferences(content);
        topicLinks(content);
      });
      assert.ok(took < BOUND_MS, `${took} ms`);
      const { html } = rendered!;
      assert.ok(checkHtml(html).depth <= MAX_DEPTH);
      assert.ok(html.length < 10 * content.length + 2000, `${html.length} characters`);
    });
  }

  for (const tex of [
    'x+'.repeat(740),
    `${'\\sqrt{'.repeat(200)}x${'}'.repeat(200)}`,
    `\\begin{matrix}${'a&b\\\\'.repeat(200)}\\end{matrix}`,
    `\\def\\a{${'x'.repeat(700)}}${'\\a '.repeat(200)}`,
    `\\def\\a{xxxxxxxxxx}\\def\\b{${'\\a'.repeat(20)}}${'\\b '.repeat(40)}`,
    '\\widehat{a}'.repeat(130),
  ]) {
    test(`mathematics has bounds of its own: ${tex.slice(0, 30)}`, () => {
      let html = '';
      const took = processorMs(() => {
        ({ html } = renderFully(`$$${tex}$$`, directory));
      });
      assert.ok(took < BOUND_MS, `${took} ms`);
      assert.ok(html.length < 210_000, `${html.length} characters`);
      checkHtml(html);
    });
  }

  test('random pieces, repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MARKDOWN_PIECES), { minLength: 1, maxLength: 5 }), (pieces) => {
        const piece = pieces.join('');
        const content = piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
        const took = processorMs(() => renderFully(content, directory, { realmUrl, pictureAddress }));
        assert.ok(took < BOUND_MS, `${took} ms`);
      }),
      { numRuns: 100 },
    );
  });

  test('words too deep are still there', () => {
    const quotes = renderFully(`${'> '.repeat(200)}deep`, directory);
    assert.match(quotes.plainText, /deep$/);
    const lists = Array.from({ length: 60 }, (_, i) => `${'  '.repeat(i)}- item${i}.`).join('\n');
    for (let i = 0; i < 60; i++) assert.ok(renderFully(lists, directory).plainText.includes(`item${i}.`), `item${i}`);
  });
});
