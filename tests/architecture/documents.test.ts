import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { isChatOperation } from '../../src/chat/http/operation.ts';
import { isDispatchOperation } from '../../src/dispatch/http/operation.ts';
import { settings } from '../../src/platform/config.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('docs/operators.md shows every setting with its default and meaning', async () => {
  const document = await readFile(path.join(root, 'docs/operators.md'), 'utf8');
  for (const [name, { about, fallback }] of Object.entries(settings)) {
    const row = `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${about} |`;
    assert.ok(document.includes(row), `docs/operators.md lacks: ${row}`);
  }
});

test('links between documents lead somewhere', async () => {
  const documents = [
    'README.md',
    'docs/operators.md',
    'docs/integrators.md',
    'docs/architecture.md',
    'docs/running-tests.md',
    'docs/coverage.md',
  ];
  for (const document of documents) {
    const text = await readFile(path.join(root, document), 'utf8');
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      await assert.doesNotReject(
        readFile(path.resolve(root, path.dirname(document), target!)),
        `${document} links to ${target}`,
      );
    }
  }
});

/** The rows of one API's tables in docs/coverage.md: which operation, and whether it is said to be there. */
async function coverage(api: string): Promise<{ name: string; isThere: boolean }[]> {
  const document = await readFile(path.join(root, 'docs/coverage.md'), 'utf8');
  const section = document.split('\n## ').find((each) => each.startsWith(api));
  return [...(section ?? '').matchAll(/^\| `([A-Z]+ \/\S+)` \| (done|partly|not yet) \|/gm)].map(([, name, state]) => ({
    name: name!,
    isThere: state !== 'not yet',
  }));
}

for (const [api, isOne] of [
  ['Chat', isChatOperation],
  ['Dispatch', isDispatchOperation],
] as const) {
  test(`docs/coverage.md says of every ${api} operation how far it is, and of none that is not there`, async () => {
    const rows = await coverage(api);
    const { operations } = await findDeclarations(['chat', 'dispatch']);
    const declared = operations
      .filter(isOne)
      .map(({ method, path }) => `${method} ${path.replaceAll(/:([^/]+)/g, '{$1}')}`);
    assert.deepEqual(
      rows
        .filter(({ isThere }) => isThere)
        .map(({ name }) => name)
        .sort(),
      declared.sort(),
    );
    assert.ok(rows.every(({ name, isThere }) => isThere === declared.includes(name)));
  });
}
