import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { foldCase } from '../../../../rules/fold-case.ts';
import { highlightHtml, highlightText, textOf } from './highlight.ts';

const none: ReadonlySet<string> = new Set();
const parts = (...found: string[]) => ({ parts: found.map(foldCase), words: none });

describe('highlighting', () => {
  test('marks parts in any case, in text alone', () => {
    assert.equal(
      highlightHtml(
        '<p>Two <strong>BOXES</strong> in <a href="https://boxes.example/box">the box</a></p>',
        parts('box'),
      ),
      '<p>Two <strong><span class="highlight">BOX</span>ES</strong> in <a href="https://boxes.example/box">the <span class="highlight">box</span></a></p>',
    );
  });
  test('a find across elements is marked in pieces, and the elements stay nested', () => {
    assert.equal(
      highlightHtml('<p>par<em>cel</em>s</p>', parts('parcel')),
      '<p><span class="highlight">par</span><em><span class="highlight">cel</span></em>s</p>',
    );
    assert.equal(highlightHtml('<p>par</p><p>cel</p>', parts('parcel')), '<p>par</p><p>cel</p>');
  });
  test('a character reference is one character', () => {
    assert.equal(
      highlightHtml('<p>R&amp;D &lt;b&gt;</p>', parts('&d', '<b>')),
      '<p>R<span class="highlight">&amp;D</span> <span class="highlight">&lt;b&gt;</span></p>',
    );
    assert.equal(highlightHtml('<p>a &amp; b</p>', parts('amp')), '<p>a &amp; b</p>');
  });
  test('whole words are marked by their folded form', () => {
    assert.equal(
      highlightHtml('<p>Delivered deliver</p>', { parts: [], words: new Set(['delivered']) }),
      '<p><span class="highlight">Delivered</span> deliver</p>',
    );
  });
  test('full-width digits and scripts without spaces', () => {
    assert.equal(
      highlightText('注文１０４２ 東京駅前', parts('1042', '京駅')),
      '注文<span class="highlight">１０４２</span> 東<span class="highlight">京駅</span>前',
    );
  });
  test('letters with accents of their own are one', () => {
    assert.equal(
      highlightHtml('<p>a\u0301ccent</p>', parts('\u00e1cc')),
      '<p><span class="highlight">a\u0301cc</span>ent</p>',
    );
  });
  test('a part without accents marks every form, one with accents its own', () => {
    const marked = '<span class="highlight">';
    assert.equal(highlightText('Café cafe', parts('cafe')), `${marked}Café</span> ${marked}cafe</span>`);
    assert.equal(
      highlightText('Café cafe\u0301 cafe', parts('café')),
      `${marked}Café</span> ${marked}cafe\u0301</span> cafe`,
    );
    assert.equal(highlightText('Østre Żółw', parts('ost', 'zolw')), `${marked}Øst</span>re ${marked}Żółw</span>`);
    assert.equal(highlightText('がか', parts('か')), `が${marked}か</span>`);
  });
  test('a letter that has two in lower case elsewhere has one here, as in the database', () => {
    assert.equal(highlightText('İzmir', parts('izmir')), '<span class="highlight">İzmir</span>');
  });
  test('a topic is escaped', () => {
    assert.equal(highlightText('<i>x</i>', parts('x')), '&lt;i&gt;<span class="highlight">x</span>&lt;/i&gt;');
  });
  test('a break between blocks may be part of a find, and is not marked', () => {
    const marked = '<span class="highlight">';
    assert.equal(highlightHtml('<p>a<br>b</p>', parts('a b')), `<p>${marked}a</span><br>${marked}b</span></p>`);
  });
  test('what it costs grows with the length of the text, whatever the text is', () => {
    const marks = { parts: ['z', '\u0301'], words: none };
    const shapes: ((n: number) => string)[] = [
      (n) => `${'&amp;'.repeat(n)}z`,
      (n) => `z${'&amp;'.repeat(n)}`,
      (n) => `${'<em>a</em>'.repeat(n)}z`,
      (n) => `e${'\u0301'.repeat(n)}`,
    ];
    // The thread's own processor time, in whole ticks of the system: what else the machine does is not in it.
    const cost = (html: string) => {
      const began = process.threadCpuUsage();
      for (let time = 0; time < 10; time++) highlightHtml(html, marks);
      return process.threadCpuUsage(began).user;
    };
    for (const shape of shapes) {
      const [short, long] = [cost(shape(20_000)), cost(shape(160_000))];
      // Eight times as much, and more for memory; it would be 64 times if each place were looked for from each other one.
      assert.ok(long < 32 * short, `${shape(2)}: ${short} µs, ${long} µs`);
    }
  });
  test('whatever is marked, the tags and the text stay as they were', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<em class="a">',
      '</em>',
      '&amp;',
      '&lt;',
      'a',
      'B',
      'ab',
      ' ',
      'ß',
      'é',
      '\u0301',
      '駅',
      '👍',
      '&#x1f44d;',
      '<br>',
    );
    const html = fc.array(piece, { maxLength: 30 }).map((list) => list.join(''));
    const unit = fc.constantFrom('a', 'b', '&', '<', ' ', '駅', 's', 'e', '\u0301', '👍');
    const part = fc.string({ unit, minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(html, fc.array(part, { maxLength: 4 }), (given, found) => {
        const marked = highlightHtml(given, { parts: found, words: new Set(['ab']) });
        assert.equal(marked.replaceAll('<span class="highlight">', '').replaceAll('</span>', ''), given);
        assert.equal(textOf(marked), textOf(given));
        assert.doesNotMatch(marked, /<span class="highlight">[^<]*<(?!\/span>)/);
      }),
    );
  });
});
