import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { continueLine, type Format, format, linkSelection, type Selected } from '../../web/chat/composer/formatting.ts';

/** A selection is written ‹so›, a caret ¦. */
function read(marked: string): Selected {
  const caret = marked.indexOf('¦');
  if (caret >= 0) return { text: marked.replace('¦', ''), start: caret, end: caret };
  const start = marked.indexOf('‹');
  return { text: marked.replace(/[‹›]/g, ''), start, end: marked.indexOf('›') - 1 };
}

function written({ text, start, end }: Selected): string {
  if (start === end) return `${text.slice(0, start)}¦${text.slice(start)}`;
  return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;
}

describe('a format is put around the selection, and a second press takes it away', () => {
  const cases: [Format, string, string][] = [
    ['bold', 'a ‹big› door', 'a **‹big›** door'],
    ['bold', 'a ¦', 'a **¦**'],
    ['italic', 'a ‹big› door', 'a *‹big›* door'],
    ['italic', '**‹big›**', '***‹big›***'],
    ['strike', '‹gone›', '~~‹gone›~~'],
    ['code', '‹x›', '`‹x›`'],
    ['math', '‹x^2›', '$$‹x^2›$$'],
    ['code', '‹a\nb›', '```\n‹a\nb›\n```'],
    ['spoiler', '‹the end›', '```spoiler\n‹the end›\n```'],
    ['bullets', '‹one\ntwo›', '‹- one\n- two›'],
    ['numbers', '‹one\ntwo›', '‹1. one\n2. two›'],
    ['quote', '‹one\ntwo›', '‹> one\n> two›'],
    ['bullets', 'one¦', '- one¦'],
  ];
  for (const [kind, before, after] of cases)
    test(`${kind}: ${JSON.stringify(before)}`, () => {
      assert.equal(written(format(kind, read(before))), after);
      assert.equal(written(format(kind, read(after))), before);
    });
});

test('formats fit what is there', () => {
  const cases: [Format, string, string][] = [
    // Marks beside a blank would be no marks.
    ['bold', '‹ big ›door', ' **‹big›** door'],
    ['bold', 'a ‹**big**› door', 'a ‹big› door'],
    ['italic', '***‹big›***', '**‹big›**'],
    ['link', '‹door›', '[door](‹https://›)'],
    ['link', '‹https://x.example/›', '[¦](https://x.example/)'],
    ['link', '¦', '[¦](https://)'],
    ['link', '[do¦or](https://x.example)', '‹door›'],
    ['numbers', '‹- one\n- two›', '‹1. one\n2. two›'],
    ['quote', '‹- one›', '‹> - one›'],
    ['bullets', '¦', '- ¦'],
    ['code', '‹```\nx\n```›', '````\n‹```\nx\n```›\n````'],
    ['table', '¦', '| ¦ |  |\n| --- | --- |\n|  |  |\n'],
    ['table', 'so:\n‹a|b›', 'so:\n\n| ‹a\\|b› |  |\n| --- | --- |\n|  |  |\n'],
  ];
  for (const [kind, before, after] of cases)
    assert.equal(written(format(kind, read(before))), after, `${kind} ${before}`);
});

test('a new line goes on with a list, and ends it after an empty item', () => {
  for (const [before, after] of [
    ['- one¦', '- one\n- ¦'],
    ['  * one¦', '  * one\n  * ¦'],
    ['9. nine¦', '9. nine\n10. ¦'],
    ['> said¦', '> said\n> ¦'],
    ['- one\n- ¦', '- one\n¦'],
    ['- on¦e', '- on\n- ¦e'],
    ['one¦', undefined],
    ['-¦', undefined],
    ['```\n- one¦', undefined],
  ] as const) {
    const next = continueLine(read(before));
    assert.equal(next && written(next), after, before);
  }
});

test('an address over a selection makes a link', () => {
  const linked = linkSelection(read('the ‹door› there'), ' https://x.example/a ');
  assert.equal(linked && written(linked), 'the [door](https://x.example/a)¦ there');
  for (const [text, address] of [
    ['the ¦', 'https://x.example'],
    ['‹door›', 'not an address'],
    ['‹https://x.example›', 'https://y.example'],
    ['‹two\nlines›', 'https://y.example'],
  ] as const)
    assert.equal(linkSelection(read(text), address), undefined, text);
});
