import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './imports.ts';

/** Openings that hide a noun or a verb: "What a worker did" is "Activity of a worker" (docs/voice.md). */
const RIDDLE = /\/\*\*\s*(?:\*\s*)?(?:What|Who|Whom|Whose|Of|Those|How|Where)\b[^*\n]*/g;

/** The same for the first line of a comment in the code of the server. */
const LINE_RIDDLE = /(?<!^[^\S\n]*\/\/.*\n)^[^\S\n]*\/\/ (?:What|Whose|Who|Whom|Whoever|Of|Those)\b.*/gm;

const lineRiddlesIn = (text: string): string[] => [...text.matchAll(LINE_RIDDLE)].map(([opening]) => opening.trim());

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

test('a comment in the code of the server opens with its subject', async () => {
  const riddles: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    riddles.push(...lineRiddlesIn(text).map((opening) => `${file}: ${opening}`));
  }
  assert.deepEqual(riddles, []);
});

test('the opening of a comment is found, and no line that goes on', () => {
  const text =
    'one();\n  // Whoever comes.\n  two();\n// The owner\n// of what is there.\n// Those stay.\nthree(); // What?';
  assert.deepEqual(lineRiddlesIn(text), ['// Whoever comes.']);
});

test('an opening is found on the first line and below it; "Whether" is fine before a boolean', () => {
  const text = '/** What it is. */\n/**\n * Whose it is.\n */\n/** Whether it is. */\n/** Returns what it is. */';
  assert.deepEqual(
    riddlesIn(text).map((opening) => opening.replace(/\s+/g, ' ')),
    ['/** What it is.', '/** * Whose it is.'],
  );
});
