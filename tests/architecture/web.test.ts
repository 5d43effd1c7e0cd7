import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { wireTypeFiles } from '../../scripts/web-types/files.ts';
import { chatEventKinds } from '../../src/chat/events/kinds.ts';
import { notReduced, reducers } from '../../web/store/chat/apply/index.ts';
import { root } from './imports.ts';

const IMPORT = /^(?:import|export)\s+(type\s+)?[^;'"]*?from\s+'([^']+)'/gm;
/** Globals that a page or server has and the store receives or does not need. */
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

/** The store is itself, the shared rules and types of the wire. */
const leavesTheStore = ({ from, to, isType }: WebImport) =>
  from.startsWith('web/store/') &&
  !to.startsWith('rules/') &&
  (!to.startsWith('web/store/') || (to.startsWith('web/store/wire/') && !isType));

/** The shared rules stand on nothing. */
const leavesTheRules = ({ from, to }: WebImport) => from.startsWith('rules/') && !to.startsWith('rules/');

const isRefused = (each: WebImport) => crossesTheWire(each) || leavesTheStore(each) || leavesTheRules(each);

async function filesOf(pattern: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const file of glob(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }))
    files.set(file, await readFile(path.join(root, file), 'utf8'));
  return files;
}

describe('web and src meet on the wire and in the shared rules only, and the store imports nothing but types of it', () => {
  test('in the sources', async () => {
    const files = [
      ...(await filesOf('web/**/*.{ts,tsx}')),
      ...(await filesOf('src/**/*.ts')),
      ...(await filesOf('rules/*.ts')),
    ];
    const imports = files.flatMap(([file, text]) => importsOf(file, text));
    assert.ok(imports.some(({ to }) => to === 'web/store/wire/chat.ts'));
    assert.deepEqual(imports.filter(isRefused), []);
  });

  test('made-up imports that do otherwise are refused', () => {
    const imports = importsOf(
      'web/store/chat/select/names.ts',
      `import { Role } from '../../../../src/chat/http/caller.ts';
import type { User } from '../../wire/chat.ts';
import { value } from '../../wire/chat.ts';
import { signal } from '@preact/signals';
import { topicKey } from '../state.ts';
import { MAX_TASK_HOURS } from '../../../../rules/limits.ts';
`,
    );
    assert.deepEqual(
      imports.filter(isRefused).map(({ to }) => to),
      ['src/chat/http/caller.ts', 'web/store/wire/chat.ts', '@preact/signals'],
    );
    assert.ok(importsOf('src/pages/sign-in.ts', "import { x } from '../../web/store/x.ts';").some(isRefused));
    assert.ok(importsOf('rules/limits.ts', "import { x } from '../src/x.ts';").some(isRefused));
    assert.ok(importsOf('rules/limits.ts', "import { x } from 'typebox';").some(isRefused));
  });

  test('the store and the rules have no clock, no network and no page', async () => {
    const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    for (const [file, text] of [...(await filesOf('web/store/**/*.ts')), ...(await filesOf('rules/*.ts'))])
      assert.doesNotMatch(withoutComments(text), OUTSIDE, file);
  });
});

test('every kind of event has a reducer, or changes nothing that a registration tells', () => {
  const known = new Set([...Object.keys(reducers), ...notReduced]);
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
    Object.keys(reducers).filter((kind) => notReduced.has(kind)),
    [],
  );
});

test('web/store/wire/ has the types of the declarations as they are; "npm run web:types" writes them anew', async () => {
  for (const [file, text] of await wireTypeFiles())
    assert.equal(await readFile(path.join(root, file), 'utf8'), text, file);
});

/** Libraries that a first visit does without: they come by `import()` when they are needed. */
const LARGE = /^(?:maplibre-gl|uplot|zxing-wasm|emojibase-data|katex|highlight\.js|@zag-js\/)|\/(?:map-view|plot)\.ts$/;
/** Files around such a library, which come by `import()` themselves. */
const WRAPPER = /\/(?:map-view|plot)\.ts$/;
/** The one file in which text becomes HTML. */
const HTML_FILE = 'web/shared/ui/message-html.tsx';
const MAKES_HTML = /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|createHTML|document\.write)\b/;
/** Arrows, Enter and Escape within a widget are the widget's; what one presses with Ctrl or Alt is a binding. */
const READS_KEYS = /\bevent\.(?:ctrlKey|metaKey|altKey|code)\b/;
/** Text between tags, and attributes that people see or hear, written out. */
const WORDS = [
  />[^<>{}=;()`$&|]*\p{L}{2}[^<>{}=;()`$&|]*(?:<\/|\{)/u,
  /\b(?:aria-label|title|placeholder|alt|label|hint|sentence|text)="[^"]*\p{L}/u,
];

const appOf = (file: string) => /^web\/(?!shared\/|store\/)([\w-]+)\//.exec(file)?.[1];

/**
 * Features that browsers only offer with https (secure contexts), and the files that work without them. The
 * driver's app is installed, which requires https anyway.
 */
const SECURE_ONLY: readonly [RegExp, ...files: string[]][] = [
  [/\bcrypto\.(?:randomUUID|subtle)\b/, 'web/shared/disk/seal.ts', 'web/shared/disk/pad.ts'],
  [
    /\bnavigator\.locks\b/,
    'web/shared/live/live.ts',
    'web/chat/data/outbox.ts',
    'web/chat/notify/follow.ts',
    'web/chat/composer/upload-places.ts',
  ],
  [/\bnavigator\.clipboard\b/, 'web/shared/ui/copy.ts'],
];

/** The part of an app that another app may load, when it is opened (docs/decisions/0109-the-conversation-beside-a-task.md). */
const DOOR = 'web/chat/pane/conversation-pane.tsx';

/** Files that come later, by `import()`, relative to the repository. */
const laterOf = (file: string, text: string) =>
  [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, target]) =>
    path.normalize(path.join(path.dirname(file), target!)),
  );

/** Returns the problems of a file of the pages, one sentence each. */
function problemsOf(file: string, text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const app = appOf(file);
  const imports = importsOf(file, text);
  return [
    ...imports
      .filter(({ to }) => appOf(to) && appOf(to) !== app)
      .map(({ to }) => `${file} imports ${to} of another app`),
    ...laterOf(file, text)
      .filter((to) => appOf(to) && appOf(to) !== app && to !== DOOR)
      .map((to) => `${file} loads ${to} of another app`),
    ...imports
      .filter(({ to, isType }) => !isType && LARGE.test(to) && !WRAPPER.test(file))
      .map(({ to }) => `${file} imports ${to} for all`),
    ...(file !== HTML_FILE && MAKES_HTML.test(code) ? [`${file} makes HTML of text`] : []),
    ...(file !== 'web/shared/keys.ts' && READS_KEYS.test(code) ? [`${file} has keys of its own`] : []),
    ...SECURE_ONLY.filter(
      ([pattern, ...places]) => !places.includes(file) && app !== 'driver' && pattern.test(code),
    ).map(([pattern]) => `${file} needs https: ${pattern.source}`),
    ...(file.endsWith('.tsx') && WORDS.some((pattern) => pattern.test(code)) ? [`${file} has words of its own`] : []),
  ];
}

describe('apps stand on shared and store alone; HTML, keys and words have one place each', () => {
  test('in the sources', async () => {
    const files = await filesOf('web/**/*.{ts,tsx}');
    assert.deepEqual(
      [...files].flatMap(([file, text]) => problemsOf(file, text)),
      [],
    );
  });

  test('made-up files that do otherwise are refused', () => {
    const refused = (text: string, file = 'web/chat/inbox/screen.tsx') => problemsOf(file, text).length;
    assert.equal(refused("import { Map } from '../../console/map.ts';"), 1);
    assert.equal(refused("import { Inbox } from '../chat/inbox/screen.tsx';", 'web/shared/page.tsx'), 1);
    assert.equal(refused("import { Button } from '../../shared/ui/button.tsx';"), 0);
    assert.equal(refused("const it = await import('../../chat/list/feed.tsx');", 'web/dispatch/board/screen.tsx'), 1);
    assert.equal(refused("const it = await import('../../chat/pane/conversation-pane.tsx');", 'web/driver/a/b.ts'), 0);
    assert.equal(refused("import katex from 'katex';"), 1);
    assert.equal(refused("import type { KatexOptions } from 'katex';\nconst katex = await import('katex');"), 0);
    assert.equal(refused('element.innerHTML = text;'), 1);
    assert.equal(refused('element.innerHTML = text;', HTML_FILE), 0);
    assert.equal(refused('if (event.ctrlKey) send();'), 1);
    assert.equal(refused('const id = crypto.randomUUID();'), 1);
    assert.equal(refused('await navigator.clipboard.writeText(text);'), 1);
    assert.equal(refused('<p>Hello {name}</p>'), 1);
    assert.equal(refused('<Button>Speichern</Button>'), 1);
    assert.equal(refused('<input aria-label="Search" />'), 1);
    assert.equal(refused('<p dir="auto">{texts.hello(name)}</p>'), 0);
  });
});
