import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagesOf, textsIn } from '../../platform/texts/texts.ts';
import { optWordOf } from './opt-words.ts';
import { KINDS, templateProblem, writeText } from './template.ts';

test('every built-in language has every kind, with words that are known', () => {
  const languages = languagesOf('sms/notifications');
  assert.equal(languages.length, 12);
  const values = {
    organization: '{organization}',
    worker: '{worker}',
    link: '{link}',
    phone: '{phone}',
    password: '{password}',
  };
  for (const language of languages) {
    const texts = textsIn('sms/notifications', language);
    assert.deepEqual(Object.keys(texts).sort(), [...KINDS].sort(), language);
    for (const kind of KINDS) {
      const text = texts[kind](values);
      assert.equal(templateProblem({ kind, language, text }), undefined, `${language} ${kind}`);
      assert.ok(text.includes('{link}'), `${language} ${kind}`);
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
