import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { settings } from '../../src/platform/config.ts';

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
