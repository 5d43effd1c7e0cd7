import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optWordOf } from './opt-words.ts';
import { KINDS, templateProblem, writeText } from './template.ts';
import { builtInTexts } from './texts.ts';

test('every built-in language has every kind, with words that are known', () => {
  assert.equal(Object.keys(builtInTexts).length, 12);
  for (const [language, texts] of Object.entries(builtInTexts)) {
    assert.deepEqual(Object.keys(texts).sort(), [...KINDS].sort(), language);
    for (const kind of KINDS) {
      assert.equal(templateProblem({ kind, language, text: texts[kind] }), undefined, `${language} ${kind}`);
      assert.ok(texts[kind].includes('{link}'), `${language} ${kind}`);
    }
  }
});

test('the own text comes first, then the built-in one, then English; values are taken as they are', () => {
  const values = { organization: 'Example {link}', recipient: 'R', worker: 'A\nB', link: 'L' };
  const own = [{ kind: 'started' as const, language: 'pl', text: '{organization} {worker}' }];
  assert.equal(writeText('started', 'pl', own, values), 'Example {link} A B');
  assert.match(writeText('failed', 'pl', own, values), /nie udało się/);
  assert.match(writeText('failed', 'xx', own, values), /could not be completed/);
});

test('only a whole message opts out', () => {
  for (const word of ['STOP', 'stop ', 'Stop!', 'arrêt', 'UNSUBSCRIBE']) assert.equal(optWordOf(word), 'out', word);
  for (const word of ['please stop', 'stop it', '', 'no']) assert.equal(optWordOf(word), undefined, word);
  assert.equal(optWordOf('Start'), 'in');
});
