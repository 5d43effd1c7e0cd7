import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../..');

/** The requirements of levels 1 and 2 of ASVS 5.0.0, as `NUMBER LEVEL`. */
const asked = (await readFile(path.join(import.meta.dirname, 'asvs-5.0.0.txt'), 'utf8')).trim().split('\n');

interface Row {
  requirement: string;
  state: string;
  answer: string;
}

const document = await readFile(path.join(root, 'docs/asvs.md'), 'utf8');
const rows: Row[] = [...document.matchAll(/^\| (V[\d.]+) \| (\d) \| [^|]+ \| ([^|]+) \| (.*) \|$/gm)].map(
  ([, number, level, state, answer]) => ({ requirement: `${number} ${level}`, state: state!, answer: answer! }),
);

/** Files that a text names, as paths from the root. */
const filesIn = (text: string) => [...text.matchAll(/`((?:\.\w|\w)[\w.-]*(?:\/[\w.-]+)+)`/g)].map(([, file]) => file!);

test('docs/asvs.md answers every requirement of ASVS 5.0.0, levels 1 and 2, once, and no other', () => {
  assert.equal(asked.length, 253);
  assert.deepEqual(
    rows.map(({ requirement }) => requirement),
    asked,
  );
});

test('each answer is one of three, says by what or why, and every file that it names exists', () => {
  for (const { requirement, state, answer } of rows) {
    assert.ok(['holds', 'does not apply', 'does not hold'].includes(state), `${requirement}: ${state}`);
    assert.ok(answer.trim().length > 3, `${requirement} says nothing`);
  }
  assert.deepEqual(
    filesIn(document).filter((file) => !existsSync(path.join(root, file))),
    [],
  );
  assert.deepEqual(filesIn('`src/none.ts`, `.ci/run` and `@a/b`'), ['src/none.ts', '.ci/run']);
});

test('docs/asvs.md counts its answers', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const sentence = `Of ${rows.length} requirements ${count('holds')} hold, ${count('does not apply')} do not apply, ${count('does not hold')} do not hold.`;
  assert.ok(document.includes(sentence), sentence);
});

test('a section that an answer names is in its document', async () => {
  const named = [...document.matchAll(/“([^”]+)” in `(docs\/[^`]+\.md)`/g)];
  assert.ok(named.length > 5);
  for (const [, section, file] of named)
    assert.match(
      await readFile(path.join(root, file!), 'utf8'),
      new RegExp(`^## ${section}$`, 'm'),
      `${file}: ${section}`,
    );
});
