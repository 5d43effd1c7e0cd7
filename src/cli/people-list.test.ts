import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { startTestServer } from '../../tests/harness/server.ts';
import { writeFolder } from '../../tests/harness/slack-archive.ts';
import { importPeopleList } from './people-list.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('a result counts what was done, a dry run what would be done, where the two differ', async () => {
  const { organization_id: organization } = await server.organization();
  const lines = (['created', 'created', 'changed', undefined] as const).map((outcome, at) => ({
    ...{ number: at + 2, cells: [String(at)], outcome },
    problems: outcome ? [] : ['It has no name.'],
  }));
  await using folder = await writeFolder({});
  const preset = path.join(folder.folder, 'hubs.json');
  const run = (dryRun: boolean) =>
    importPeopleList(
      server.services,
      new TextEncoder().encode('Name\nA\nB\nC\nD'),
      { organization, dryRun, preset },
      {
        ...{ option: '--hubs', noun: 'hubs', identity: 'names', meanings: ['name'], guess: () => ['name'] },
        check: async () => ({ lines, more: undefined }),
        // Somebody else has created the second one since the check, and the third one is refused.
        write: async (good) => {
          assert.deepEqual(good, lines.slice(0, 3));
          return {
            created: 1,
            changed: 0,
            unchanged: 1,
            refused: [{ line: good[2]!, reason: 'Full.' }],
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
  await assert.rejects(readFile(preset), /ENOENT/);
  const done = await run(false);
  assert.deepEqual(JSON.parse(await readFile(preset, 'utf8')), { name: 'name' });
  assert.deepEqual(counts(done), [4, 1, 0, 1, 2]);
  assert.deepEqual(done.problems, [
    { line: 4, problem: 'Full.' },
    { line: 5, problem: 'It has no name.' },
  ]);
});
