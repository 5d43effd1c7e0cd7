import assert from 'node:assert/strict';
import { access, glob, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { SETTINGS_DOCUMENTS, withSettingsTable } from '../../scripts/settings/table.ts';
import { isChatOperation } from '../../src/chat/http/operation.ts';
import { isDispatchOperation } from '../../src/dispatch/http/operation.ts';
import { settings } from '../../src/platform/config.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('the documents show every setting with its default and meaning; "npm run settings" writes them anew', async () => {
  const documents: string[] = [];
  for (const [name, ofTests] of SETTINGS_DOCUMENTS) {
    const document = await readFile(path.join(root, name), 'utf8');
    assert.equal(document, withSettingsTable(document, ofTests), name);
    documents.push(document);
  }
  for (const { variable } of Object.values(settings))
    assert.equal(documents.filter((text) => text.includes(`\n| \`${variable}\` |`)).length, 1, variable);
  assert.doesNotMatch(documents[0]!, /CHECK_ANSWERS/, 'operators need no settings of tests');
});

test('every setting of every group is one of the program, with a variable of its own', async () => {
  const declared = new Map<string, unknown>();
  for (const file of await filesOf('src/platform/config/*.ts')) {
    for (const [name, table] of Object.entries(await import(path.join(root, file)))) {
      if (!name.endsWith('Settings')) continue;
      for (const [key, setting] of Object.entries(table as object)) {
        assert.ok(!declared.has(key), `${key} is in two groups`);
        declared.set(key, setting);
      }
    }
  }
  assert.deepEqual(Object.fromEntries(declared), settings);
  const variables = Object.values(settings).map(({ variable }) => variable);
  assert.deepEqual(
    variables.filter((variable, index) => variables.indexOf(variable) !== index),
    [],
  );
});

async function filesOf(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(pattern, { cwd: root })) found.push(file);
  return found.sort();
}

/** The README of each folder that explains itself. */
async function readmes(): Promise<string[]> {
  return [...(await filesOf('{src,web,scripts,rules}/**/README.md')), 'bench/README.md'];
}

async function documents(): Promise<{ name: string; text: string }[]> {
  const names = [
    ...(await filesOf('*.md')),
    ...(await filesOf('docs/{,operators/,guides/}*.md')),
    ...(await filesOf('docs/decisions/*.md')),
    ...(await readmes()),
  ];
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join(root, name), 'utf8') })));
}

test('links between documents lead somewhere', async () => {
  for (const { name, text } of await documents()) {
    // What begins with $ is a variable of a command.
    for (const [, target] of text.matchAll(/\]\((?!https?:|\$)([^)#]+)\)/g)) {
      await assert.doesNotReject(access(path.resolve(root, path.dirname(name), target!)), `${name} links to ${target}`);
    }
  }
});

/** The documents that a text links to, as paths from the root. */
function linkedFrom(name: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#]+\.md)(?:#[^)]*)?\)/g)].map(([, target]) =>
    path.normalize(path.join(path.dirname(name), target!)),
  );
}

test('every README of a folder is reached from docs/architecture.md by links', async () => {
  const texts = new Map((await documents()).map(({ name, text }) => [name, text]));
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name) || !texts.has(name)) return;
    reached.add(name);
    for (const target of linkedFrom(name, texts.get(name)!)) visit(target);
  };
  visit('docs/architecture.md');
  assert.deepEqual(
    (await readmes()).filter((name) => !reached.has(name)),
    [],
  );
});

/** The names of a folder's folders, or of its folders and files. */
async function entriesOf(folder: string, withFiles = false): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  return entries.filter((entry) => withFiles || entry.isDirectory()).map(({ name }) => name);
}

/** Returns parts of `src`, folders of `web` and rooms of platform that exist but are missing on the map. */
async function missingOnMap(map: string): Promise<string[]> {
  const parts = await entriesOf('src', true);
  const named = [
    ...parts.map((part) => `src/${part}${part.includes('.') ? '' : '/'}`),
    ...(await entriesOf('web')).filter((folder) => folder !== 'dist').map((folder) => `web/${folder}/`),
    ...(await entriesOf('src/platform')).map((room) => `${room}/`),
  ];
  return named.filter((name) => !map.includes(`\`${name}\``));
}

test('docs/architecture.md names every part of src, every folder of web and every room of platform', async () => {
  const map = await readFile(path.join(root, 'docs/architecture.md'), 'utf8');
  assert.deepEqual(await missingOnMap(map), []);
  assert.deepEqual(await missingOnMap(map.replaceAll('`src/bridge/`', '').replaceAll('`audit/`', '')), [
    'src/bridge/',
    'audit/',
  ]);
});

test('the README of each part with slices names each of its rooms', async () => {
  for (const part of ['bridge', 'chat', 'dispatch', 'pages']) {
    const readme = await readFile(path.join(root, 'src', part, 'README.md'), 'utf8');
    const missing = (await entriesOf(`src/${part}`)).filter((room) => !readme.includes(`\`${room}/\``));
    assert.deepEqual(missing, [], `src/${part}/README.md`);
  }
});

/** A text without its tables and its blocks of code, which cannot be wrapped. */
function prose(text: string): string[] {
  return text
    .replaceAll(/^```.*?^```/gms, '')
    .split('\n')
    .filter((line) => !line.startsWith('|'));
}

test('documents of contributors have lines of at most 120 characters, tables and code aside', async () => {
  const names = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'docs/architecture.md', 'docs/running-tests.md'],
    ...(await filesOf('docs/decisions/*.md')),
    ...(await readmes()),
  ];
  const long: string[] = [];
  for (const name of names) {
    const lines = prose(await readFile(path.join(root, name), 'utf8'));
    long.push(...lines.filter((line) => line.length > 120).map((line) => `${name}: ${line.slice(0, 40)}…`));
  }
  assert.deepEqual(long, []);
});

/** Names in the grammar of a slice that stand for any file of their kind. */
const EXAMPLES = ['create-draft.ts', 'draft.ts'];

/** Each file named in the text, as `path.ts`, of which the repository has none whose path ends so. */
function namesNoFile(text: string, files: readonly string[]): string[] {
  const named = [...text.matchAll(/`([\w./-]*\w\.(?:ts|mjs|sql))`/g)].map(([, name]) =>
    name!.replace(/^(\.\.?\/)+/, ''),
  );
  return named.filter((name) => !EXAMPLES.includes(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)));
}

test('every file that a document names exists', async () => {
  const files = [
    ...(await filesOf('{src,tests,scripts,bench,web,rules}/**/*.{ts,tsx,mjs,sql}')),
    ...(await filesOf('*.ts')),
  ];
  const wrong = (await documents()).flatMap(({ name, text }) =>
    namesNoFile(text, files).map((file) => `${name} names ${file}`),
  );
  assert.deepEqual(wrong, []);
  assert.deepEqual(namesNoFile('see `send/writer.ts` and `send/wrter.ts`, or `riter.ts`', files), [
    'send/wrter.ts',
    'riter.ts',
  ]);
});

/** Each identifier of code (`knownPeople`, `sent_channel_id`) that a text names and the words of the sources lack. */
function namesNothing(text: string, words: ReadonlySet<string>): string[] {
  const named = text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([a-z]\w*[A-Z_]\w*)(?:\(\))?`/g);
  return [...named].map(([, name]) => name!).filter((name) => !words.has(name));
}

/** Programs and functions of PostgreSQL that Hubbub does not call. */
const OF_OTHERS = ['archive_command', 'pg_basebackup', 'pg_dump', 'pg_restore', 'pg_trgm', 'pg_upgrade'];

test('every identifier that the map, a README or a decision names is in the sources', async () => {
  const words = new Set(OF_OTHERS);
  for (const file of await filesOf('{src,tests,scripts,bench,web,rules}/**/*.{ts,tsx,mjs,sql}')) {
    for (const [word] of (await readFile(path.join(root, file), 'utf8')).matchAll(/[a-z]\w*[A-Z_]\w*/g))
      words.add(word);
  }
  const names = ['docs/architecture.md', ...(await filesOf('docs/decisions/*.md')), ...(await readmes())];
  const wrong: string[] = [];
  for (const name of names) {
    const text = await readFile(path.join(root, name), 'utf8');
    wrong.push(...namesNothing(text, words).map((identifier) => `${name} names ${identifier}`));
  }
  assert.deepEqual(wrong, []);
  // Put together, so that this file does not hold the word.
  const misspelt = ['known', 'Peopel'].join('');
  assert.deepEqual(namesNothing(`see \`knownPeople\` and \`${misspelt}\``, words), [misspelt]);
});

test('decisions have a number each, stand in their index by their titles, and are cited by files that exist', async () => {
  const folder = 'docs/decisions';
  const decisions = (await filesOf(`${folder}/*.md`))
    .map((file) => path.basename(file))
    .filter((file) => file !== 'README.md');
  // Who writes at the same time takes numbers that the others do not, so there may be gaps.
  const numbers = decisions.map((file) => Number(/^(\d{4})-/.exec(file)?.[1]));
  assert.ok(numbers.every(Number.isInteger));
  assert.equal(new Set(numbers).size, numbers.length);
  const index = await readFile(path.join(root, folder, 'README.md'), 'utf8');
  for (const [at, file] of decisions.entries()) {
    const number = numbers[at]!;
    const [title] = (await readFile(path.join(root, folder, file), 'utf8')).split('\n');
    assert.match(title!, new RegExp(`^# ${number}\\. `), file);
    const line = `${number}. [${title!.slice(`# ${number}. `.length)}](${file})`;
    assert.ok(index.split('\n').includes(line), `${folder}/README.md lacks: ${line}`);
  }
  for (const file of await filesOf('{src,tests,scripts,bench,docs,web}/**/*.{ts,tsx,mjs,md,sql}')) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const [, cited] of text.matchAll(/docs\/decisions\/([\w-]+\.md)/g))
      assert.ok(cited === 'README.md' || decisions.includes(cited!), `${file} cites ${cited}`);
    for (const [cited] of text.matchAll(/(?<![\w./-])(?:src|web|scripts)\/[\w/-]*README\.md/g))
      await assert.doesNotReject(access(path.join(root, cited)), `${file} cites ${cited}`);
  }
});

/** The rows of one API's tables in docs/coverage.md: which operation, and whether it is said to be there. */
async function coverage(api: string): Promise<{ name: string; isThere: boolean }[]> {
  const document = await readFile(path.join(root, 'docs/coverage.md'), 'utf8');
  const section = document.split('\n## ').find((each) => each.startsWith(api));
  return [...(section ?? '').matchAll(/^\| `([A-Z]+ \/\S+)` \| (done|partly|refused|not yet) \|/gm)].map(
    ([, name, state]) => ({
      name: name!,
      isThere: state !== 'not yet',
    }),
  );
}

for (const [api, isOne] of [
  ['Chat', isChatOperation],
  ['Dispatch', isDispatchOperation],
] as const) {
  test(`docs/coverage.md says of every ${api} operation how far it is, and of none that is not there`, async () => {
    const rows = await coverage(api);
    const { operations } = await findDeclarations(['chat', 'dispatch', 'bridge']);
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
