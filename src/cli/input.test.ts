import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError } from './command.ts';
import { passwordFrom } from './input.ts';

test('a password on the command line keeps the rule of all passwords', async () => {
  assert.equal(await passwordFrom('--password', 'a long enough password', undefined), 'a long enough password');
  for (const [password, sentence] of [
    ['mQ7tRw2Lx', '--password must have 10 to 1000 characters.'],
    ['Password123!', '--password is too easy to guess: words and rows of keys that many use, with little else.'],
  ] as const)
    await assert.rejects(
      passwordFrom('--password', password, undefined),
      (error: Error) => error instanceof CommandError && error.message === sentence,
    );
});
