import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { assertHolds, assertRefuses } from './holds.ts';
import { isTest, readImports, root } from './imports.ts';
import { KNOWN } from './known-exceptions.ts';
import * as rules from './rules.ts';

describe('parts import only what lies below them', () => {
  test('in the sources', () => assertHolds(rules.partsImportWhatLiesBelow));

  test('chat and dispatch meet in bridge, import, web and cli only', () => {
    assertRefuses(
      rules.partsImportWhatLiesBelow,
      [
        { from: 'chat/a/access.ts', to: 'dispatch/b/access.ts' },
        { from: 'platform/db/database.ts', to: 'chat/a/access.ts' },
        { from: 'chat/a/actions.ts', to: 'web/pages/sign-in.ts' },
        { from: 'bridge/a/reader.ts', to: 'chat/a/access.ts' },
        { from: 'web/pages/sign-in.ts', to: 'dispatch/b/access.ts' },
        { from: 'import/a/read.ts', to: 'chat/a/actions.ts' },
      ],
      [
        'chat/a/access.ts → dispatch/b/access.ts',
        'platform/db/database.ts → chat/a/access.ts',
        'chat/a/actions.ts → web/pages/sign-in.ts',
      ],
    );
  });

  test('and every part is known', async () => {
    for (const { from } of await readImports()) {
      const part = from.split('/')[0]!;
      assert.ok(part in rules.MAY_IMPORT, `src/${part} has no rule`);
    }
  });
});

describe("a slice's queries, access and actions import only what lies below", () => {
  test('in the sources', () => assertHolds(rules.noImportFromAbove));

  test('made-up imports that lead upwards are refused', () => {
    const below = [
      { from: 'chat/a/get-a.ts', to: 'chat/b/actions.ts', fromOperation: true },
      { from: 'chat/a/actions.ts', to: 'chat/b/access.ts' },
      { from: 'chat/a/access.ts', to: 'chat/a/queries.ts' },
      { from: 'chat/a/page-queries.ts', to: 'chat/b/fragments.ts' },
    ];
    const above = [
      { from: 'chat/a/queries.ts', to: 'chat/b/access.ts' },
      { from: 'chat/a/access.ts', to: 'chat/b/actions.ts' },
      { from: 'dispatch/a/actions.ts', to: 'dispatch/a/get-a.ts' },
      { from: 'dispatch/a/rule.ts', to: 'dispatch/a/get-a.ts' },
      { from: 'dispatch/a/fragments.ts', to: 'dispatch/a/actions.ts' },
    ];
    assertRefuses(
      rules.noImportFromAbove,
      [...below, ...above, { from: 'dispatch/a/get-a.ts', to: 'dispatch/a/access.ts', fromOperation: true }],
      above.map(rules.edge),
    );
  });
});

describe('ground rooms import no resource', () => {
  test('in the sources', () => assertHolds(rules.groundImportsNoResource));

  test('a made-up one that does is refused', () => {
    assertRefuses(
      rules.groundImportsNoResource,
      [
        { from: 'chat/http/admit.ts', to: 'chat/users/authenticate.ts' },
        { from: 'chat/events/emit.ts', to: 'chat/channels/channel.ts' },
        { from: 'dispatch/http/admit.ts', to: 'dispatch/workers/worker.ts' },
        { from: 'chat/settings/realm-settings.ts', to: 'chat/http/params.ts' },
        { from: 'chat/markdown/render.ts', to: 'platform/clock.ts' },
        { from: 'chat/users/access.ts', to: 'chat/http/errors.ts' },
      ],
      [
        'chat/http/admit.ts → chat/users/authenticate.ts',
        'chat/events/emit.ts → chat/channels/channel.ts',
        'dispatch/http/admit.ts → dispatch/workers/worker.ts',
      ],
    );
  });
});

describe('a slice reaches another slice through its access and actions, never its queries', () => {
  test('in the sources', () => assertHolds(rules.queriesArePrivate));

  test('queries in several files are as private as those in one', () => {
    assertRefuses(
      rules.queriesArePrivate,
      [
        { from: 'chat/a/actions.ts', to: 'chat/b/queries.ts' },
        { from: 'chat/a/actions.ts', to: 'chat/b/page-queries.ts' },
        { from: 'chat/a/actions.ts', to: 'chat/a/room/queries.ts' },
        { from: 'chat/ab/actions.ts', to: 'chat/a/queries.ts' },
        { from: 'chat/a/room/actions.ts', to: 'chat/a/queries.ts' },
        { from: 'chat/a/access.ts', to: 'chat/a/page-queries.ts' },
      ],
      [
        'chat/a/actions.ts → chat/b/queries.ts',
        'chat/a/actions.ts → chat/b/page-queries.ts',
        'chat/a/actions.ts → chat/a/room/queries.ts',
        'chat/ab/actions.ts → chat/a/queries.ts',
      ],
    );
  });
});

describe('SQL that a slice offers others stands in its fragments.ts', () => {
  test('in the sources', () => assertHolds(rules.offeredSqlStandsInFragments));

  test('made-up fragments elsewhere are refused', () => {
    assertRefuses(
      rules.offeredSqlStandsInFragments,
      [
        { from: 'chat/a/queries.ts', to: 'chat/b/predicates.ts', sql: ['isVisible'] },
        { from: 'chat/a/queries.ts', to: 'chat/b/room/fragments.ts', sql: ['isVisible'] },
        { from: 'chat/b/other/queries.ts', to: 'chat/b/room/predicates.ts', sql: ['isVisible'] },
        { from: 'chat/a/queries.ts', to: 'chat/b/predicates.ts', sql: [] },
      ],
      ['chat/a/queries.ts → chat/b/predicates.ts'],
    );
  });

  test('they are found in the sources', async () => {
    const names = new Set((await readImports()).flatMap(({ sql }) => sql ?? []));
    assert.ok(names.has('isVisible'), [...names].join(' '));
  });
});

test('known exceptions name rules that there are', () => {
  assert.deepEqual(
    Object.keys(KNOWN).filter((name) => !(name in rules)),
    [],
  );
});

test('only main.ts reads the environment', async () => {
  const wrong: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (isTest(file) || path.basename(file) === 'main.ts') continue;
    if (/process\.(env|argv)\b/.test(await readFile(path.join(root, file), 'utf8'))) wrong.push(file);
  }
  // Child processes of PostgreSQL inherit the environment; nothing is read from it.
  assert.deepEqual(
    wrong.filter((file) => !file.startsWith(path.join('src', 'platform', 'postgres'))),
    [],
  );
});
