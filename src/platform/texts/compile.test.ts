import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argumentsOf, compileCatalogue } from './compile.ts';

type Message = (values: Record<string, unknown>) => string;

function compiled(language: string, message: string): Message {
  return new Function(compileCatalogue(language, { message }))().message;
}

test('a plain text is a string; arguments come by name', () => {
  assert.equal(compiled('en', 'It’s done'), 'It’s done');
  assert.equal(compiled('en', '{count, number} of {name}')({ count: 1200, name: '<Kim>' }), '1,200 of <Kim>');
  assert.equal(compiled('de', "{count, number} '{name}'")({ count: 1200 }), '1.200 {name}');
});

test('plurals have the forms of the language, exact numbers first', () => {
  const pieces = compiled('en', '{n, plural, one {# piece} =0 {none} other {# pieces}}');
  assert.deepEqual(
    [0, 1, 2, 1000].map((n) => pieces({ n })),
    ['none', '1 piece', '2 pieces', '1,000 pieces'],
  );
  const polish = compiled('pl', '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}');
  assert.deepEqual(
    [1, 2, 5].map((n) => polish({ n })),
    ['1 plik', '2 pliki', '5 plików'],
  );
  const others = compiled(
    'en',
    '{n, plural, offset:1 =0 {nobody} =1 {you} one {you and # other} other {you and # others}}',
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((n) => others({ n })),
    ['nobody', 'you', 'you and 1 other', 'you and 2 others'],
  );
});

test('a choice is one of its words; other stands for the rest', () => {
  const choice = compiled('en', '{isDone, select, true {done} other {failed}}');
  assert.deepEqual([choice({ isDone: true }), choice({ isDone: false })], ['done', 'failed']);
  assert.deepEqual(
    [...argumentsOf('{isDone, select, true {{who}} other {{n, plural, other {#}}}}')],
    [
      ['isDone', 'boolean'],
      ['who', 'string'],
      ['n', 'number'],
    ],
  );
});

test('a fault names the message', () => {
  for (const message of ['{count', '{n, plural, one {x}}', '{day, date}', '{0}', '{n, number, percent}'])
    assert.throws(() => compileCatalogue('en', { group: { message } }), /^SyntaxError: group\.message: /, message);
});
