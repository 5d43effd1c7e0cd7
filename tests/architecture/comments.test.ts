import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './imports.ts';

/** Openings that hide a noun or a verb: "What a worker did" is "Activity of a worker" (docs/voice.md). */
const RIDDLE = /\/\*\*\s*(?:\*\s*)?(?:What|Who|Whom|Whose|Of|Those|How|Where)\b[^*\n]*/g;

const riddlesIn = (text: string): string[] => [...text.matchAll(RIDDLE)].map(([opening]) => opening.trim());

test('a doc comment opens with a noun or a verb', async () => {
  const riddles: string[] = [];
  for await (const file of glob('{src,web,bench,scripts,tests}/**/*.{ts,tsx,js,mjs}', {
    cwd: root,
    exclude: (name) => /^(?:dist|wire|node_modules)$/.test(name),
  })) {
    if (file.endsWith('architecture/comments.test.ts')) continue;
    const text = await readFile(path.join(root, file), 'utf8');
    riddles.push(...riddlesIn(text).map((opening) => `${file}: ${opening}`));
  }
  assert.deepEqual(riddles, []);
});

test('an opening is found on the first line and below it; "Whether" is fine before a boolean', () => {
  const text = '/** What it is. */\n/**\n * Whose it is.\n */\n/** Whether it is. */\n/** Returns what it is. */';
  assert.deepEqual(
    riddlesIn(text).map((opening) => opening.replace(/\s+/g, ' ')),
    ['/** What it is.', '/** * Whose it is.'],
  );
});
