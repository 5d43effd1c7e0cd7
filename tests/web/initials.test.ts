import assert from 'node:assert/strict';
import { test } from 'node:test';

test('initials are the first letters of the first and last word, as people see letters', async (t) => {
  const Segmenter = t.mock.method(Intl, 'Segmenter', Intl.Segmenter);
  const { initialsOf } = await import('../../rules/initials.ts');
  const plain = { 'Ada Owner': 'AO', 'élodie van der Berg': 'ÉB', Ольга: 'О', '王 小明': '王小', '“Bo” 7th': 'B7' };
  for (const [name, initials] of Object.entries(plain)) assert.equal(initialsOf(name), initials);
  assert.equal(Segmenter.mock.callCount(), 0, 'the rules for other letters take long to be read');
  // Of several units: a consonant with its vowel, a letter with marks that no single one has, one outside of the first plane.
  const joined = { 'नीना शर्मा': 'नीश', 'g\u0301ita': 'Ǵ', 'x\u0304\u0301y': 'X\u0304\u0301', '𠮷 野': '𠮷野' };
  for (const [name, initials] of Object.entries(joined)) assert.equal(initialsOf(name), initials);
  assert.equal(Segmenter.mock.callCount(), 1);
});
