import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstVisitChunks, isLoadedWith } from '../../scripts/web/first-visit.ts';

/** Imports by module: those of the first visit, and those of later parts. */
type Imports = Record<string, readonly [now: readonly string[], later?: readonly string[]]>;

function chunksOf(
  imports: Imports,
  entries: readonly string[],
  parts?: Record<string, string>,
  others?: readonly string[],
): (id: string) => string | null {
  const chunkOf = firstVisitChunks(entries, parts, others);
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

test('a part that most visits open comes whole, without what the first visit has', () => {
  const imports: Imports = {
    'web/chat/index.html': [['chat.ts']],
    'web/dispatch/index.html': [['dispatch.ts']],
    'chat.ts': [['frame.ts'], ['conversation.ts']],
    'dispatch.ts': [['sheet.ts'], ['pane.ts']],
    'pane.ts': [['list.ts']],
    'conversation.ts': [['frame.ts', 'list.ts', 'head.ts', 'sheet.ts', 'widget.ts'], ['picker.ts']],
    'web/gallery/index.html': [['widget.ts']],
  };
  const entries = ['web/chat/index.html', 'web/dispatch/index.html'];
  const chunkOf = chunksOf(imports, entries, { conversation: 'conversation.ts' }, ['web/gallery/index.html']);
  assert.deepEqual(['conversation.ts', 'head.ts', 'list.ts', 'widget.ts'].map(chunkOf), [
    ...['conversation-of-chat', 'conversation-of-chat', 'conversation-of-chat-dispatch'],
    'conversation-of-chat-gallery',
  ]);
  assert.deepEqual(['frame.ts', 'sheet.ts', 'picker.ts'].map(chunkOf), ['chat', 'dispatch-later-chat', null]);
});

test('what every app has loaded that loads a file is not asked for beside it', () => {
  const entries = ['web/chat/index.html', 'web/dispatch/index.html'];
  const isLoaded = (other: string, file: string) => isLoadedWith(`assets/${other}`, `assets/${file}`, entries);
  assert.equal(isLoaded('chat-Bh62l5wR.js', 'chat-dispatch-D4Hsljq2.css'), true);
  assert.equal(isLoaded('chat-later-dispatch-Bh62l5wR.js', 'chat-dispatch-D4Hsljq2.css'), true);
  // It is loaded later there.
  assert.equal(isLoaded('chat-later-dispatch-Bh62l5wR.js', 'chat-later-dispatch-D4Hsljq2.css'), false);
  assert.equal(isLoaded('chat-Bh62l5wR.js', 'dispatch-later-chat-D4Hsljq2.css'), false);
  assert.equal(isLoaded('screen-Bh62l5wR.js', 'chat-dispatch-D4Hsljq2.css'), false);
  assert.equal(isLoaded('chat-Bh62l5wR.js', 'screen-D4Hsljq2.css'), false);
});
