import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTemplate } from './template.ts';

test('a path picks what stands there', () => {
  const payload = {
    a: { b: 1 },
    list: [{ n: 'x' }, { n: 'y' }, {}],
    empty: '',
    gone: null,
    mixed: [0, null, false, '', 'x'],
  };
  for (const [template, wanted] of [
    ['{a.b}', '1'],
    ['{a}', '{"b":1}'],
    ['{list.1.n} {list.*.n}', 'y x, y'],
    ['{none|nobody} {empty|nothing}', 'nobody nothing'],
    ['{toString|no} {a.constructor|no}', 'no no'],
    ['{{a} {', '{a} {'],
    ['{a.b.c|no} {gone|no}', 'no no'],
    ['{mixed.*}', '0, false, x'],
  ] as const)
    assert.equal(fillTemplate(template, payload), wanted, template);
});

test('a template asks for so much of a payload and no more, however it is written', () => {
  const self = {};
  let appearances = 0;
  for (let n = 0; n < 20; n++)
    Object.defineProperty(self, `m${n}`, {
      enumerable: true,
      get: () => {
        appearances++;
        return self;
      },
    });
  assert.equal(fillTemplate('{*.*.*.*.*.none|nothing}'.repeat(20), self), 'nothing'.repeat(20));
  assert.ok(appearances <= 200_000, String(appearances));
  assert.equal(fillTemplate('{a}'.repeat(31), { a: 1 }), `${'1'.repeat(30)}{a}`);
});

test('of many values, the first twenty are named, of a long one the first 2,000 characters', () => {
  const many = Array.from({ length: 21 }, (_, n) => ({ n }));
  assert.equal(fillTemplate('{many.*.n}', { many }), Array.from({ length: 20 }, (_, n) => n).join(', '));
  assert.equal(fillTemplate('{text}!', { text: 'x'.repeat(2001) }), `${'x'.repeat(2000)}!`);
  assert.equal(fillTemplate(`${'y'.repeat(2000)}{a}`, { a: 1 }), 'y'.repeat(2000));
});
