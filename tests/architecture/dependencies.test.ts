import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { assertHolds, assertRefuses, read } from './holds.ts';
import { isTest, readImports, root } from './imports.ts';
import { KNOWN } from './known-exceptions.ts';
import * as rules from './rules.ts';

/** Each rule, and made-up imports that it lets pass and refuses. */
const CASES: { rule: rules.Rule; right: string[]; wrong: string[] }[] = [
  {
    rule: rules.partsImportWhatLiesBelow,
    right: [
      'bridge/a/reader.ts → chat/a/access.ts',
      'pages/sign-in/sign-in.ts → dispatch/b/access.ts',
      'import/a/read.ts → chat/a/actions.ts',
      'dispatch/a/value.ts → ../rules/limits.ts',
    ],
    wrong: [
      'chat/a/access.ts → dispatch/b/access.ts',
      'platform/db/database.ts → chat/a/access.ts',
      'chat/a/actions.ts → pages/sign-in/sign-in.ts',
    ],
  },
  {
    rule: rules.noImportFromAbove,
    right: [
      'operation chat/a/get-a.ts → chat/b/actions.ts',
      'operation dispatch/a/get-a.ts → dispatch/a/access.ts',
      'chat/a/actions.ts → chat/b/access.ts',
      'chat/a/access.ts → chat/a/queries.ts',
      'chat/a/page-queries.ts → chat/b/fragments.ts',
      'chat/a/page-queries.ts → chat/b/model.ts',
      'chat/b/model.ts → chat/b/fragments.ts',
      'chat/c/rule.ts → chat/c/hub.ts',
      'chat/c/hub.ts → chat/c/actions.ts',
    ],
    wrong: [
      'chat/c/access.ts → chat/c/hub.ts',
      'chat/c/queries.ts → chat/c/rule.ts',
      'chat/a/access.ts → chat/b/actions.ts',
      'dispatch/a/actions.ts → dispatch/a/get-a.ts',
      'dispatch/a/rule.ts → dispatch/a/get-a.ts',
      'dispatch/a/fragments.ts → dispatch/a/actions.ts',
    ],
  },
  {
    rule: rules.groundImportsNoResource,
    right: [
      'chat/settings/realm-settings.ts → chat/http/params.ts',
      'chat/markdown/render.ts → platform/clock.ts',
      'chat/users/access.ts → chat/http/errors.ts',
    ],
    wrong: [
      'chat/http/admit.ts → chat/users/authenticate.ts',
      'chat/events/emit.ts → chat/channels/channel.ts',
      'dispatch/http/admit.ts → dispatch/workers/worker.ts',
    ],
  },
  {
    rule: rules.queriesArePrivate,
    right: ['chat/a/room/actions.ts → chat/a/queries.ts', 'chat/a/access.ts → chat/a/page-queries.ts'],
    wrong: [
      'chat/a/actions.ts → chat/b/queries.ts',
      'chat/a/actions.ts → chat/b/page-queries.ts',
      'chat/a/actions.ts → chat/a/room/queries.ts',
      'chat/ab/actions.ts → chat/a/queries.ts',
    ],
  },
  {
    rule: rules.offeredSqlStandsInFragments,
    right: [
      'chat/a/queries.ts → chat/b/room/fragments.ts of isVisible',
      'chat/b/other/queries.ts → chat/b/room/predicates.ts of isVisible',
      'chat/a/rule.ts → chat/b/predicates.ts',
    ],
    wrong: ['chat/a/queries.ts → chat/b/predicates.ts of isVisible'],
  },
];

for (const { rule, right, wrong } of CASES) {
  describe(rule.name, () => {
    test('holds in the sources', () => assertHolds(rule));
    test('refuses made-up imports', () => {
      const refused = wrong.map((line) => line.replace(/ of \w+$/, ''));
      assertRefuses(rule, [...right, ...wrong].map(read), refused);
    });
  });
}

test('every part is known', async () => {
  const parts = new Set((await readImports()).map(({ from }) => from.split('/')[0]!));
  assert.deepEqual(
    [...parts].filter((part) => !(part in rules.MAY_IMPORT)),
    [],
  );
});

test('SQL that is offered is found in the sources', async () => {
  const names = new Set((await readImports()).flatMap(({ sql }) => sql ?? []));
  assert.ok(names.has('isVisible'), [...names].join(' '));
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
