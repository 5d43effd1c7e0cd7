import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeNarrowOperand } from './links.ts';
import { findReferences } from './references.ts';
import { topicLinks } from './topic-links.ts';

test('a text without names asks for nothing', () => {
  for (const content of ['', 'hello', 'a@b.com # x', '@bob #general', '@** **', '@****', '@**a\nb**', '#*a*']) {
    const found = findReferences(content);
    assert.equal(found.hasAny, content === '@** **', content);
  }
});

test('names by kind', () => {
  assert.deepEqual(findReferences('@**Ann Lee|9** @_**BOB** @*Ops* @_*Dev* #**General** #**Plans>x@4** @**bob**'), {
    userNames: ['ann lee|9', 'bob'],
    userIds: [9],
    groupNames: ['ops', 'dev'],
    channelNames: ['General', 'Plans>x@4', 'Plans'],
    topics: [],
    hasAny: true,
  });
  assert.deepEqual(findReferences('#**a>b** #**A>c@4**').topics, [{ channel: 'a', topic: 'b' }]);
});

test('a bar escaped for a table cell', () => {
  assert.deepEqual(findReferences('|a|\n|-|\n|@**Ann\\|9**|').userIds, [9]);
});

test('names are fit for a query', () => {
  assert.deepEqual(findReferences('@**a\0b\ud800**').userNames, ['a\ufffdb\ufffd']);
});

test('addresses in a topic', () => {
  assert.deepEqual(topicLinks('no links: here'), []);
  assert.deepEqual(topicLinks('see http://a.b/c, (https://x.y/z?q=1) ftp://n.o javascript://x mailto:a@b.co'), [
    { text: 'http://a.b/c', url: 'http://a.b/c' },
    { text: 'https://x.y/z?q=1', url: 'https://x.y/z?q=1' },
  ]);
});

test('narrow operands decode to what they were', () => {
  for (const operand of ['a.b', 'x (y)', '100%', "it's *!", 'ä/ö?#&', '.2E', '✔ done', '']) {
    const encoded = encodeNarrowOperand(operand);
    assert.match(encoded, /^[A-Za-z0-9._~-]*$/);
    assert.equal(decodeURIComponent(encoded.replaceAll('.', '%')), operand);
  }
});
