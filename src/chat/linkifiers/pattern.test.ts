import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type * as re2js from 're2js';
import { type Linkifier, renderMessage } from '../markdown/index.ts';
import { compileLinkifier, requiredText } from './pattern.ts';

const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof re2js;

const nobody = {
  usersByName: new Map(),
  usersById: new Map(),
  groupsByName: new Map(),
  channelsByName: new Map(),
  topicMessages: new Map(),
};
const linkifier = (pattern: string) => compileLinkifier({ pattern, urlTemplate: 'https://x.example/{id}' });
const plenty = () => ({ left: 1_000_000 });
const links = (html: string) => html.split('<a ').length - 1;

test('common linkifiers look at the longest message', () => {
  const common = Array.from({ length: 20 }, (_, n) => linkifier(`${n}#(?P<id>[0-9]+)`));
  assert.equal(links(renderMessage(`${'word '.repeat(1990)} 19#7`, nobody, { linkifiers: common }).html), 1);
});

/** Patterns that take the most time for their size, and texts that make them. */
const COSTLY: [pattern: string, text: string][] = [
  ['(?P<id>(\\w+[\\s\\w]*){1,20})z', `${'a b '.repeat(60)}y z9 `],
  ['(?P<id>[a-z]+ ?){1,25}!', `${'a'.repeat(240)}!z `],
  ['(?P<id>a)( .*z)?', 'a '],
  ['(?P<id>.{1,90})q', `${'a b '.repeat(60)}qc `],
  ['(?i)(?P<id>straße.*){1,9}x', `${'straße'.repeat(40)} x1 `],
];

test('linkifiers look only as far as they may, whatever their patterns, and the same in each run', () => {
  for (const [pattern, text] of COSTLY) {
    const content = text.repeat(Math.ceil(10_000 / text.length)).slice(0, 10_000);
    const linkifiers = Array.from({ length: 50 }, () => linkifier(pattern));
    const left: number[] = [];
    const spies = linkifiers.map(
      ({ find }): Linkifier => ({
        find(given, steps) {
          const found = find(given, steps);
          left.push(steps.left);
          return found;
        },
      }),
    );
    renderMessage(content, nobody, { linkifiers: spies });
    assert.ok(left.length > 0 && left.every((steps) => steps >= 0), pattern);
    const { html } = renderMessage(content, nobody, { linkifiers });
    assert.equal(renderMessage(content, nobody, { linkifiers }).html, html);
    assert.ok(html.length < 200_000);
  }
});

test('a pattern is compiled once, whoever has it and however often', (t) => {
  const compile = t.mock.method(RE2JS, 'compile');
  for (let n = 0; n < 3; n++) assert.equal(linkifier('once#(?P<id>[0-9]+)').find('once#7', plenty()).length, 1);
  // By itself, and in its place.
  assert.equal(compile.mock.callCount(), 2);
});

test('far in a long line a pattern is found as in a short one', () => {
  const { find } = linkifier('#(?P<id>[0-9]+)');
  const line = Array.from({ length: 150 }, (_, n) => `parcel #${n}`).join(', ');
  assert.deepEqual(
    find(line, plenty()).map(({ start, end }) => line.slice(start, end)),
    Array.from({ length: 150 }, (_, n) => `#${n}`),
  );
  const word = `${'x'.repeat(900)} #7`;
  assert.equal(find(word, plenty()).length, 1);
});

test('a text that every match has is looked for first, and never one that a match may lack', () => {
  for (const [pattern, text] of [
    ['#(?P<id>[0-9]+)', '#'],
    ['TICKET-(?P<id>\\d+)', 'TICKET-'],
    ['(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>\\d+)', '/'],
    ['ab?c+d*(x)', 'a'],
    ['a{0}bc', 'bc'],
    ['\\#\\.x(y|z)?', undefined],
    ['\\#\\.xy(?P<z>q)?', '#.xy'],
    ['(?i)abc(?P<id>x)', undefined],
    ['\\x41\\101b\\pLc', 'b'],
    ['[]abc]def', 'def'],
    ['\\Qa|b\\E', undefined],
    ['(abc)?', undefined],
  ] as const)
    assert.equal(requiredText(pattern), text, pattern);
});

test('a pattern is whole between what is no part of a word, its groups go into the address', () => {
  const { find } = linkifier('#(?P<id>[^ ]+)');
  assert.deepEqual(find('see (#a/b?c) #é', plenty()), [
    { start: 5, end: 12, href: 'https://x.example/a%2Fb%3Fc%29' },
    { start: 13, end: 15, href: 'https://x.example/%C3%A9' },
  ]);
  assert.deepEqual(linkifier('(?P<id>x)?y').find('y xy', plenty()), [
    { start: 0, end: 1, href: 'https://x.example/' },
    { start: 2, end: 4, href: 'https://x.example/x' },
  ]);
});
