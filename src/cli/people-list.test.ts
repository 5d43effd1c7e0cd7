import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../tests/harness/server.ts';
import { importPeopleList } from './people-list.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('a result counts what was done, a dry run what would be done, where the two differ', async () => {
  const { organization_id: organization } = await server.organization();
  const lines = (['created', 'created', 'changed', undefined] as const).map((outcome, at) => ({
    ...{ number: at + 2, cells: [String(at)], outcome },
    problems: outcome ? [] : ['It has no name.'],
  }));
  const run = (dryRun: boolean) =>
    importPeopleList(
      server.services,
      new TextEncoder().encode('Name\nA\nB\nC\nD'),
      { organization, dryRun },
      {
        ...{ option: '--hubs', noun: 'hubs', identity: 'names', meanings: ['name'], guess: () => ['name'] },
        check: async () => ({ lines, more: undefined }),
        // Somebody else has created the second one since the check, and the third one is refused.
        write: async ([first, second, third]) => {
          assert.deepEqual([first, second, third], lines.slice(0, 3));
          return {
            created: 1,
            changed: 0,
            unchanged: 1,
            refused: [{ line: third!, reason: 'Full.' }],
            more: undefined,
          };
        },
        countMore: () => [],
      },
    );
  const counts = ({ lines }: Awaited<ReturnType<typeof run>>) => lines.map(({ count }) => count);
  const dry = await run(true);
  assert.deepEqual(counts(dry), [4, 2, 1, 0, 1]);
  assert.deepEqual(dry.problems, [{ line: 5, problem: 'It has no name.' }]);
  const done = await run(false);
  assert.deepEqual(counts(done), [4, 1, 0, 1, 2]);
  assert.deepEqual(done.problems, [
    { line: 4, problem: 'Full.' },
    { line: 5, problem: 'It has no name.' },
  ]);
});
