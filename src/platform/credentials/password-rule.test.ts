import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../tests/harness/processor-time.ts';
import { passwordProblem } from './password-rule.ts';

for (const password of [
  '1234567890',
  '0987654321',
  '1111111111',
  '123123123123',
  '123456789a',
  'a123456789',
  'qwertyuiop',
  'QWERTZUIOP',
  'qwerty123456',
  'asdfghjkl;',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'zaq12wsxcde3',
  'abcdefghij',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'password12',
  'Password123!',
  'P@ssw0rd2024',
  'passwordpassword',
  'Passwort1234',
  'iloveyou12',
  'iloveyou1234!',
  'Welcome2026!',
  'Summer2026!!',
  'letmein1234',
  'administrator1',
  'Hubbub2026!',
  'changeme123',
  'princess1987',
  'football99!',
  '          ',
]) {
  test(`${password} is one that everybody guesses`, () => {
    assert.match(passwordProblem(password, []) ?? '', /^is too easy to guess/);
  });
}

for (const password of ['manchester', 'Undertaker', 'Strawberry24!', '99highlander', 'gfhjkmgfhjkm', 'evangelion.']) {
  test(`${password} is known from thefts`, () => {
    assert.match(passwordProblem(password, []) ?? '', /^is too easy to guess: it appears in lists/);
  });
}

const NAMES = ['Flinke Räder Köln GmbH', 'Özlem Yıldız-Brandt', 'ann.marie_oz@flinke-raeder.example'];

for (const password of [
  'FlinkeRäder2026!',
  'flinke räder köln',
  'R4derKöln!!!',
  'Brandt1987!!',
  'Özlem Brandt 1',
  'annmarie2026',
  'Ann.Marie123!',
  'RaderKoln2026',
]) {
  test(`${password} is made of names that belong to it`, () => {
    assert.match(passwordProblem(password, NAMES) ?? '', /^is too easy to guess: it is mostly names/);
    assert.equal(passwordProblem(password, ['Somebody Else']), undefined);
  });
}

for (const password of [
  'correct horse battery staple',
  'a long enough password',
  'a long enough one',
  'first password',
  'second password',
  'mQ7tRw2LxZ',
  'four random words',
  'тайный ключ от дома',
  'grüne Äpfel reifen',
  'x'.repeat(3) + 'never gonna'.repeat(80),
]) {
  test(`${password.slice(0, 40)} is good enough`, () => assert.equal(passwordProblem(password, NAMES), undefined));
}

test('9 characters are too few, 1001 too many; a character outside the BMP is one', () => {
  for (const password of ['', 'mQ7tRw2Lx', '🦊'.repeat(9), `${'mQ7tRw2LxZ'.repeat(100)}x`])
    assert.equal(passwordProblem(password, []), 'must have 10 to 1000 characters');
  assert.equal(passwordProblem('mQ7tRw2LxZ'.repeat(100), []), undefined);
});

test('a long one is checked quickly', () => {
  const took = processorMs(() => {
    for (const piece of ['a', 'ab', 'qwerty', '12', 'abcdeabcdf'])
      passwordProblem(piece.repeat(1000).slice(0, 1000), NAMES);
  });
  assert.ok(took < 2000, `${took} ms`);
});
