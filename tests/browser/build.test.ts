import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { publish } from '../../scripts/web/publish.ts';
import { BUILT_PAGES, readWebBuild } from '../../src/pages/static/web-build.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const { pagesAreBuilt, buildPages } = await import(String(new URL('../../scripts/pages.mjs', import.meta.url)));

let scratch: string;

before(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'hubbub-pages-'));
});

after(() => rm(scratch, { recursive: true }));

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Lists the sources and asks the file system about each: the least that any look must do. */
function lookAtSources(): void {
  for (const folder of ['web', 'rules', 'texts'])
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }))
      if (!(folder === 'web' && name.startsWith('dist'))) statSync(path.join(ROOT, folder, name));
}

describe('pages are built when their sources have changed', () => {
  const BUILD = `import { mkdirSync } from 'node:fs'; mkdirSync('web/dist', { recursive: true });`;
  const SOURCES = ['web/chat/main.tsx', 'rules/limits.ts', 'texts/en/chat.json', 'package-lock.json', 'vite.config.ts'];
  let root: string;
  const build = () => buildPages(root, process.execPath);

  before(async () => {
    root = path.join(scratch, 'repository');
    await write(root, {
      'rules/limits.ts': '',
      'texts/en/chat.json': '{}',
      'web/chat/main.tsx': 'one',
      'web/chat/main.test.ts': 'a test',
      'vite.config.ts': '',
      'package-lock.json': '{}',
      'scripts/web/build.ts': BUILD,
      'scripts/web/compress-files.ts': '',
      'scripts/web/css-layers.ts': '',
      'scripts/web/first-visit.ts': '',
      'scripts/web/icon-sprite.ts': '',
      'scripts/web/publish.ts': '',
      'scripts/web/service-worker.ts': '',
      'scripts/web/texts.ts': '',
    });
  });

  test('and not otherwise', async () => {
    assert.equal(pagesAreBuilt(root), false);
    assert.equal(build(), undefined);
    assert.equal(pagesAreBuilt(root), true);
    await utimes(path.join(root, 'web/chat/main.tsx'), 1, 1);
    assert.equal(pagesAreBuilt(root), true, 'a time alone is no change');
    await write(root, { 'web/chat/main.test.ts': 'another test' });
    assert.equal(pagesAreBuilt(root), true, 'tests are no part of the pages');
    for (const file of [...SOURCES, 'web/chat/new.tsx']) {
      await write(root, { [file]: 'two' });
      assert.equal(pagesAreBuilt(root), false, file);
      assert.equal(build(), undefined);
      assert.equal(pagesAreBuilt(root), true, file);
    }
    await rm(path.join(root, 'web/chat/new.tsx'));
    assert.equal(pagesAreBuilt(root), false, 'a file less');
    assert.equal(build(), undefined);
    await rm(path.join(root, 'web/dist'), { recursive: true });
    assert.equal(pagesAreBuilt(root), false, 'the pages themselves are gone');
  });

  test('also where what is known of them cannot be written down', async (t) => {
    assert.equal(build(), undefined);
    await utimes(path.join(root, 'web/chat/main.tsx'), 2, 2);
    await chmod(scratch, 0o755);
    await chmod(path.join(root, 'web/dist/.stamp.json'), 0o444);
    await copyFile(path.join(ROOT, 'scripts/pages.mjs'), path.join(root, 'pages.mjs'));
    const look = `import('./pages.mjs').then(({ pagesAreBuilt }) => console.log(pagesAreBuilt(process.cwd())))`;
    // Root may write anything, so it looks as nobody.
    const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const { stdout, stderr, error } = spawnSync(process.execPath, ['-e', look], {
      cwd: root,
      encoding: 'utf8',
      ...nobody,
    });
    if (error) t.skip(error.message);
    else assert.equal(stdout, 'true\n', stderr);
  });

  test('again, where a source changed or went while they were built', async () => {
    await write(root, { 'web/chat/new.tsx': 'one' });
    for (const change of [`writeFileSync('web/chat/main.tsx', 'three')`, `rmSync('web/chat/new.tsx')`]) {
      const imports = `import { rmSync, writeFileSync } from 'node:fs';`;
      await write(root, { 'scripts/web/build.ts': `${BUILD} ${imports} ${change};` });
      assert.equal(build(), undefined);
      assert.equal(pagesAreBuilt(root), false, change);
    }
    await rm(path.join(root, 'vite.config.ts'));
    assert.equal(pagesAreBuilt(root), false);
    await write(root, { 'vite.config.ts': 'two' });
  });

  test('a failed build says why, and is tried again', async () => {
    await write(root, { 'scripts/web/build.ts': `console.error('Unexpected token'); process.exitCode = 1;` });
    assert.match(build(), /^Unexpected token$/);
    assert.equal(pagesAreBuilt(root), false);
    await write(root, { 'scripts/web/build.ts': BUILD });
    assert.equal(build(), undefined);
    assert.equal(pagesAreBuilt(root), true);
  });

  test('finding the real ones built costs little more than a bare look at each file', (t) => {
    const looking: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < 9; round++) {
      looking.push(processorTime(() => assert.equal(pagesAreBuilt(ROOT), true)));
      bare.push(processorTime(lookAtSources));
    }
    // What disturbs a round only adds to it.
    const [took, limit] = [Math.min(...looking), Math.min(...bare)];
    t.diagnostic(`a start looks for changed pages: ${took} ms of processor time; a bare look at each file: ${limit}`);
    assert.ok(took <= 3 * limit, `${took} ms; a bare look at each file: ${limit}`);
  });
});

describe('a build is published without a gap', () => {
  const DAY_MS = 24 * 3600 * 1000;
  let to: string;

  before(() => {
    to = path.join(scratch, 'published');
  });

  const next = async (id: string, part: string, day: number) => {
    const from = path.join(scratch, `made-${id}`);
    await write(from, {
      'chat/index.html': `<script src="/assets/${part}"></script>`,
      [`assets/${part}`]: part,
      [`assets/${part}.br`]: part,
      'assets/same.css': 'same',
      'favicon.svg': '<svg/>',
      'manifest.json': '{}',
    });
    await publish({ from, to, id, now: new Date(Date.now() + day * DAY_MS) });
  };
  const assets = async () => (await readdir(path.join(to, 'assets'))).sort();

  test('what the pages before it load is there for seven days more', async () => {
    await next('one', 'one.js', 0);
    assert.deepEqual(await readWebBuild(to), {
      id: 'one',
      apps: ['chat'],
      files: ['favicon.svg'],
      assets: ['assets/one.js', 'assets/one.js.br', 'assets/same.css'],
    });
    await next('two', 'two.js', 30);
    assert.match(await readFile(path.join(to, 'chat/index.html'), 'utf8'), /two\.js/);
    assert.deepEqual(await assets(), ['one.js', 'one.js.br', 'same.css', 'two.js', 'two.js.br']);
    await next('three', 'three.js', 36);
    assert.deepEqual(await assets(), [
      ...['one.js', 'one.js.br', 'same.css', 'three.js', 'three.js.br', 'two.js', 'two.js.br'],
    ]);
    await next('four', 'four.js', 38);
    const retained = await assets();
    assert.ok(
      !retained.includes('one.js') && !retained.includes('one.js.br') && retained.includes('two.js'),
      retained.join(' '),
    );
    assert.equal((await readWebBuild(to)).id, 'four');
  });

  test('an app that is no more goes', async () => {
    await write(to, { 'old/index.html': '', 'old/older/picture.svg': '' });
    await next('five', 'five.js', 40);
    assert.deepEqual(
      (await readdir(to, { recursive: true })).filter((name) => name.startsWith('old')),
      [],
    );
  });
});

test('without pages the start says so', async () => {
  await assert.rejects(
    readWebBuild(path.join(scratch, 'nowhere')),
    /The pages are not built\. Run npm start to build them/,
  );
});

/** Returns the files that an entry imports statically: those loaded on a first visit. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Kilobytes that a first visit to each app may load (JavaScript and styles, compressed by gzip). */
const BUDGETS_KB: Record<string, number> = {
  'gallery/index.html': 55,
  'admin/index.html': 70,
  'chat/index.html': 60,
  'dispatch/index.html': 70,
  'driver/index.html': 45,
};

test('what the first visit to an app loads stays within its budget', async (t) => {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(path.join(BUILT_PAGES, 'manifest.json'), 'utf8'));
  const { apps } = await readWebBuild(BUILT_PAGES);
  assert.deepEqual(apps.map((app) => `${app}/index.html`).sort(), Object.keys(BUDGETS_KB).sort());
  for (const [entry, budget] of Object.entries(BUDGETS_KB)) {
    const files = new Set<string>();
    const add = (name: string): void => {
      const { file, css = [], imports = [] } = manifest[name]!;
      if (files.has(file)) return;
      for (const each of [file, ...css]) files.add(each);
      imports.forEach(add);
    };
    add(entry);
    let bytes = 0;
    for (const file of files) {
      const compressed = readFile(path.join(BUILT_PAGES, `${file}.gz`));
      bytes += (await compressed.catch(() => readFile(path.join(BUILT_PAGES, file)))).length;
    }
    t.diagnostic(`${entry}: ${(bytes / 1000).toFixed(1)} kB (budget ${budget})`);
    assert.ok(bytes <= budget * 1000, `${entry} loads ${bytes} bytes`);
  }
});

test('the largest scripts of a visit to the chat say that they are to be compiled at once', async () => {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(path.join(BUILT_PAGES, 'manifest.json'), 'utf8'));
  const named = (name: string) => Object.values(manifest).find(({ file }) => file.slice(0, -12) === `assets/${name}`)!;
  for (const name of ['chat-later-dispatch', 'conversation-of-chat-dispatch'])
    assert.match(await readFile(path.join(BUILT_PAGES, named(name).file), 'utf8'), /^\/\/# allFunctionsCalledOnLoad\n/);
});
