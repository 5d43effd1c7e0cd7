import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { htmlDiff } from './html-diff.ts';

const ins = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;
const del = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;

test('what is new and what is gone is marked word by word, tags are those of the new text', () => {
  for (const [before, after, diff] of [
    ['<p>same</p>', '<p>same</p>', '<p>same</p>'],
    ['<p>one two</p>', '<p>one three</p>', `<p>one ${del('two')}${ins('three')}</p>`],
    ['<p>one</p>', '<p>one two</p>', `<p>one${ins(' two')}</p>`],
    ['<p>one two</p>', '<p>two</p>', `<p>${del('one ')}two</p>`],
    ['<p>a</p>', '<p><em>a</em></p>', '<p><em>a</em></p>'],
    ['<p>a &amp; b</p>', '<p>a &lt; b</p>', `<p>a ${del('&amp;')}${ins('&lt;')} b</p>`],
    ['<p>x</p>', '<pre>y</pre>', `${del('x')}<pre>${ins('y')}</pre>`],
  ] as const)
    assert.equal(htmlDiff(before, after), diff);
});

test('without its marks a difference is the new text, and with them both texts are in it', () => {
  const word = fc.constantFrom('a', 'b', 'c', ' ', '&amp;');
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(''));
  const without = (html: string, gone: string, retained: string) =>
    html
      .replaceAll(new RegExp(`<span class="highlight_text_${gone}">.*?</span>`, 'g'), '')
      .replaceAll(new RegExp(`<span class="highlight_text_${retained}">(.*?)</span>`, 'g'), '$1');
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = htmlDiff(before, after);
      assert.equal(without(diff, 'deleted', 'inserted'), after);
      assert.equal(without(diff, 'inserted', 'deleted'), before);
    }),
  );
});

test('texts that have little in common are replaced as a whole', () => {
  const text = (letter: string, words: number) => Array.from({ length: words }, (_, n) => `${letter}${n}`).join(' ');
  const [before, after] = [text('a', 5000), text('b', 5000)];
  assert.equal(htmlDiff(`<p>${before}</p>`, `<p>${after}</p>`), `<p>${del(before)}${ins(after)}</p>`);
  // Each word is one gone and one new; the spaces between them stay.
  const [some, others] = [text('a', 400), text('b', 400)];
  assert.equal(
    htmlDiff(some, others),
    some
      .split(' ')
      .map((word, n) => `${del(word)}${ins(`b${n}`)}`)
      .join(' '),
  );
});
