import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTemplate } from './template.ts';

test('a path picks what stands there', () => {
  const payload = { a: { b: 1 }, list: [{ n: 'x' }, { n: 'y' }, {}], empty: '' };
  for (const [template, wanted] of [
    ['{a.b}', '1'],
    ['{a}', '{"b":1}'],
    ['{list.1.n} {list.*.n}', 'y x, y'],
    ['{none|nobody} {empty|nothing}', 'nobody nothing'],
    ['{toString|no} {a.constructor|no}', 'no no'],
    ['{{a} {', '{a} {'],
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
