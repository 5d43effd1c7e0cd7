import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { type Import, root } from './imports.ts';
import { noCircleOfFiles, noCircleOfRooms } from './rules.ts';

/** Types and parts that come later (`import()`) count like values. */
const IMPORT = /^(?:import|export)\s+[^;'"]*?from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** All imports between files of the apps; paths are relative to `web`. */
async function readWebImports(): Promise<Import[]> {
  const found: Import[] = [];
  for await (const name of glob('web/**/*.{ts,tsx}', { cwd: root, exclude: (one) => one === 'dist' })) {
    const from = path.relative('web', name);
    for (const [, target, later] of (await readFile(path.join(root, name), 'utf8')).matchAll(IMPORT))
      found.push({ from, to: path.join(path.dirname(from), (target ?? later)!) });
  }
  return found;
}

const imports = await readWebImports();

test('no file of the apps reaches itself, types and later parts included', () => {
  assert.ok(imports.some(({ from, to }) => from === 'dispatch/sheets.ts' && to === 'dispatch/task/task-sheet.tsx'));
  // The tables of screens and sheets name what comes later, by address.
  const isTable = (file: string) => /^[\w-]+\/(?:screens|sheets)\.ts$/.test(file);
  assert.deepEqual(noCircleOfFiles(imports.filter(({ from }) => !isTable(from))), []);
});

test('no room of an app reaches itself', () => assert.deepEqual(noCircleOfRooms(imports), []));

test('made-up circles of rooms are found; files beside the rooms make none', () => {
  const made = [
    { from: 'driver/a/one.ts', to: 'driver/b/two.ts' },
    { from: 'driver/b/three.ts', to: 'driver/a/four.ts' },
    { from: 'driver/c/one.ts', to: 'driver/screens.ts' },
    { from: 'driver/screens.ts', to: 'driver/c/two.ts' },
    { from: 'admin/a/one.ts', to: 'shared/ui/button.tsx' },
  ];
  assert.equal(noCircleOfRooms(made).length, 2);
});
