import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { wireTypeFiles } from '../../scripts/web-types/files.ts';
import { chatEventKinds } from '../../src/chat/events/kinds.ts';
import { notKept, reducers } from '../../web/store/chat/apply/index.ts';
import { root } from './imports.ts';

const IMPORT = /^(?:import|export)\s+(type\s+)?[^;'"]*?from\s+'([^']+)'/gm;
/** What a page or a server has and the store is handed, or needs not. */
const OUTSIDE =
  /\b(?:window\.|document\.|navigator\.|fetch\(|localStorage|process\.|Date\.now|new Date|setTimeout|Math\.random)/;

interface WebImport {
  from: string;
  /** Relative to the repository, or the name of a package. */
  to: string;
  isType: boolean;
}

function importsOf(from: string, text: string): WebImport[] {
  return [...text.matchAll(IMPORT)].map(([, type, target]) => ({
    from,
    to: target!.startsWith('.') ? path.normalize(path.join(path.dirname(from), target!)) : target!,
    isType: type !== undefined,
  }));
}

/** The pages and the server know each other by the wire only. */
const crossesTheWire = ({ from, to }: WebImport) =>
  (from.startsWith('web/') && to.startsWith('src/')) || (from.startsWith('src/') && to.startsWith('web/'));

/** The store is itself and types of the wire. */
const leavesTheStore = ({ from, to, isType }: WebImport) =>
  from.startsWith('web/store/') && (!to.startsWith('web/store/') || (to.startsWith('web/store/wire/') && !isType));

async function filesOf(pattern: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const file of glob(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }))
    files.set(file, await readFile(path.join(root, file), 'utf8'));
  return files;
}

describe('web and src meet on the wire only, and the store imports nothing but types of it', () => {
  test('in the sources', async () => {
    const files = [...(await filesOf('web/**/*.{ts,tsx}')), ...(await filesOf('src/**/*.ts'))];
    const imports = files.flatMap(([file, text]) => importsOf(file, text));
    assert.ok(imports.some(({ to }) => to === 'web/store/wire/chat.ts'));
    assert.deepEqual(
      imports.filter((each) => crossesTheWire(each) || leavesTheStore(each)),
      [],
    );
  });

  test('made-up imports that do otherwise are refused', () => {
    const imports = importsOf(
      'web/store/chat/select/names.ts',
      `import { Role } from '../../../../src/chat/http/caller.ts';
import type { User } from '../../wire/chat.ts';
import { value } from '../../wire/chat.ts';
import { signal } from '@preact/signals';
import { topicKey } from '../state.ts';
`,
    );
    assert.deepEqual(
      imports.filter((each) => crossesTheWire(each) || leavesTheStore(each)).map(({ to }) => to),
      ['src/chat/http/caller.ts', 'web/store/wire/chat.ts', '@preact/signals'],
    );
    assert.ok(importsOf('src/web/pages.ts', "import { x } from '../../web/store/x.ts';").some(crossesTheWire));
  });

  test('the store has no clock, no network and no page', async () => {
    const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    for (const [file, text] of await filesOf('web/store/**/*.ts'))
      assert.doesNotMatch(withoutComments(text), OUTSIDE, file);
  });
});

test('every kind of event has a reducer, or changes nothing that a registration tells', () => {
  const known = new Set([...Object.keys(reducers), ...notKept]);
  assert.deepEqual(
    chatEventKinds.filter((kind) => !known.has(kind)),
    [],
  );
  const kinds = new Set<string>([...chatEventKinds, 'heartbeat']);
  assert.deepEqual(
    [...known].filter((kind) => !kinds.has(kind)),
    [],
    'of no kind',
  );
  assert.deepEqual(
    Object.keys(reducers).filter((kind) => notKept.has(kind)),
    [],
  );
});

test('web/store/wire/ has the types of the declarations as they are; "npm run web:types" writes them anew', async () => {
  for (const [file, text] of await wireTypeFiles())
    assert.equal(await readFile(path.join(root, file), 'utf8'), text, file);
});
