import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError } from './command.ts';
import { passwordFrom } from './input.ts';

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
