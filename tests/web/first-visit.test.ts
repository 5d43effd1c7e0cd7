import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstVisitChunks } from '../../scripts/web/first-visit.ts';

/** Imports by module: those of the first visit, and those of later parts. */
type Imports = Record<string, readonly [now: readonly string[], later?: readonly string[]]>;

function chunksOf(imports: Imports, entries: readonly string[]): (id: string) => string | null {
  const chunkOf = firstVisitChunks(entries);
  const graph = {
    getModuleInfo: (id: string) => {
      const [importedIds, dynamicallyImportedIds = []] = imports[id] ?? [[]];
      return { importedIds, dynamicallyImportedIds };
    },
  };
  return (id) => chunkOf(id, graph);
}

test('a first visit loads one file per set of apps, and its own entry', () => {
  const chunkOf = chunksOf(
    {
      'web/chat/index.html': [['chat.ts']],
      'web/driver/index.html': [['driver.ts']],
      'chat.ts': [['both.ts', 'own.ts'], ['lazy.ts']],
      'driver.ts': [['both.ts'], ['own.ts']],
      // Circles are left.
      'both.ts': [['deeper.ts']],
      'deeper.ts': [['both.ts']],
      'lazy.ts': [['only lazy.ts', 'both.ts']],
    },
    ['web/chat/index.html', 'web/driver/index.html'],
  );
  assert.deepEqual(
    ['chat.ts', 'driver.ts', 'both.ts', 'deeper.ts', 'lazy.ts', 'only lazy.ts', 'elsewhere.ts'].map(chunkOf),
    [null, null, 'chat-driver', 'chat-driver', null, null, null],
  );
});

test('what another app only reaches later is in another file than what it never imports', () => {
  const imports: Imports = {
    'web/chat/index.html': [['chat.ts']],
    'web/driver/index.html': [['driver.ts']],
    'chat.ts': [['never there.ts', 'later there.ts']],
    'driver.ts': [[], ['part.ts']],
    'part.ts': [['later there.ts']],
  };
  const chunkOf = chunksOf(imports, ['web/chat/index.html', 'web/driver/index.html']);
  assert.deepEqual(['never there.ts', 'later there.ts'].map(chunkOf), ['chat', 'chat-later-driver']);
});
