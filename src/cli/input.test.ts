import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError } from './command.ts';
import { checkName, checkWholeNumber, passwordFrom } from './input.ts';

test('a password on the command line keeps the rule of all passwords', async () => {
  const names = ['Nadia Novak', 'nadia@couriers.example'];
  assert.equal(await passwordFrom('--password', 'a long enough password', undefined, names), 'a long enough password');
  for (const [password, sentence] of [
    ['mQ7tRw2Lx', '--password must have 10 to 1000 characters.'],
    ['Password123!', '--password is too easy to guess: it is mostly common words or rows of keys.'],
    [
      'NadiaNovak2026!',
      '--password is too easy to guess: it is mostly names and addresses of the person and the organization.',
    ],
  ] as const)
    await assert.rejects(
      passwordFrom('--password', password, undefined, names),
      (error: Error) => error instanceof CommandError && error.message === sentence,
    );
});

test('a name has 1 to 100 characters, and a number is within its bounds, which belong to it', () => {
  assert.equal(checkName('--name', ` ${'n'.repeat(100)} `), 'n'.repeat(100));
  for (const name of ['', ' ', 'n'.repeat(101), 'a\u0000b'])
    assert.throws(() => checkName('--name', name), { message: '--name must have 1 to 100 characters.' });
  assert.deepEqual([checkWholeNumber('--n', '2', 2, 5), checkWholeNumber('--n', '5', 2, 5)], [2, 5]);
  for (const text of ['1', '6', '2.5', '-3', ''])
    assert.throws(() => checkWholeNumber('--n', text, 2, 5), { message: '--n must be a whole number from 2 to 5.' });
});
