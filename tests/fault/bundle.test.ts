import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = path.resolve(import.meta.dirname, '../..');
const TWO_HOURS_MS = 7_200_000;

let root: string;
let bundles: string;

before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'hubbub-bundle-'));
  bundles = path.join(root, 'node_modules/.cache/bundles');
  await cp(path.join(repository, 'scripts'), path.join(root, 'scripts'), { recursive: true });
  await cp(path.join(repository, 'package-lock.json'), path.join(root, 'package-lock.json'));
  await mkdir(path.join(root, 'node_modules'));
  await symlink(path.join(repository, 'node_modules/node'), path.join(root, 'node_modules/node'));
  await mkdir(path.join(root, 'src'));
  await mkdir(path.join(root, 'rules'));
  await writeFile(path.join(root, 'src/main.ts'), 'one');
  // Says what it was made of, as a bundle does.
  await writeFile(
    path.join(root, 'scripts/bundle/write.ts'),
    `import { cpSync, mkdirSync } from 'node:fs';
     mkdirSync(process.argv[2]!);
     cpSync('src/main.ts', process.argv[2] + '/main.mjs');`,
  );
});
after(() => rm(root, { recursive: true, force: true }));

/** Returns the program that `npm start` would run now. */
async function programFile(): Promise<string> {
  const ask = `import { bundledProgram } from ${JSON.stringify(path.join(root, 'scripts/bundle.mjs'))}; console.log(bundledProgram())`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', ask], { cwd: root });
  return stdout.trim();
}

test('a bundle is made once for what the sources are, and kept while it is used', async () => {
  const one = await programFile();
  assert.equal(path.dirname(path.dirname(one)), bundles);
  assert.equal(await readFile(one, 'utf8'), 'one');
  assert.equal(await programFile(), one);

  // The same length and the same times: only the entry of the file tells.
  const { atime, mtime } = await stat(path.join(root, 'src/main.ts'));
  await writeFile(path.join(root, 'src/main.ts'), 'two');
  await utimes(path.join(root, 'src/main.ts'), atime, mtime);
  const two = await programFile();
  assert.equal(await readFile(two, 'utf8'), 'two');
  assert.deepEqual(
    (await readdir(bundles)).sort(),
    [path.basename(path.dirname(one)), path.basename(path.dirname(two))].sort(),
  );

  const old = new Date(Date.now() - TWO_HOURS_MS);
  for (const program of [one, two]) await utimes(path.dirname(program), old, old);
  assert.equal(await programFile(), two, 'a use renews it');
  await writeFile(path.join(root, 'src/main.ts'), 'three');
  const three = await programFile();
  assert.deepEqual(
    (await readdir(bundles)).sort(),
    [path.basename(path.dirname(two)), path.basename(path.dirname(three))].sort(),
  );
});

test('without a bundle the sources run', async () => {
  await rm(bundles, { recursive: true });
  await writeFile(bundles, 'no folder');
  assert.equal(await programFile(), path.join(root, 'src/main.ts'));
});

test('a first start says that it installs, and in a sentence why that failed', async () => {
  const clone = await mkdtemp(path.join(tmpdir(), 'hubbub-clone-'));
  await cp(path.join(repository, 'scripts'), path.join(clone, 'scripts'), { recursive: true });
  await writeFile(path.join(clone, 'package-lock.json'), '{}');
  await writeFile(path.join(clone, 'npm'), '#!/bin/sh\necho no registry today >&2\nexit 1\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${clone}${path.delimiter}${process.env.PATH}` };
  const failed = await run(process.execPath, [path.join(clone, 'scripts/start.mjs')], { env }).catch((error) => error);
  await rm(clone, { recursive: true });
  assert.deepEqual([failed.code, failed.stdout], [1, '']);
  const [first, message, empty, sentence] = failed.stderr.split('\n');
  assert.match(first, /^Installing what Hubbub needs \(once, a minute or so\) …$/);
  assert.deepEqual([message, empty], ['no registry today', '']);
  assert.match(
    sentence,
    /^"npm ci" failed in \S+\. It needs access to the npm registry \(once\) and a writable folder\.$/,
  );
});

test('what is bundled has no letter that would have Node keep its text in twice the memory', async () => {
  const folder = path.join(root, 'whole');
  await run(process.execPath, [path.join(repository, 'scripts/bundle/write.ts'), folder]);
  const programs = (await readdir(folder)).filter((name) => name.endsWith('.mjs'));
  assert.ok(programs.includes('main.mjs'));
  for (const name of programs) {
    const wide = /.{0,60}[^\0-\x7f].{0,20}/u.exec(await readFile(path.join(folder, name), 'utf8'));
    assert.equal(wide?.[0], undefined, name);
  }
});

test('a bundler that was killed, as for want of memory, is named as what it is', async () => {
  const writer = path.join(root, 'scripts/bundle/write.ts');
  const before = await readFile(writer);
  await rm(bundles, { recursive: true, force: true });
  try {
    await writeFile(path.join(root, 'src/main.ts'), 'for want of memory');
    await writeFile(writer, "process.kill(process.pid, 'SIGKILL');");
    const ask = `import { bundledProgram } from ${JSON.stringify(path.join(root, 'scripts/bundle.mjs'))}; console.log(bundledProgram())`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', ask], { cwd: root });
    assert.equal(stdout.trim(), path.join(root, 'src/main.ts'));
    assert.match(stderr, /The bundler was killed \(SIGKILL\), most likely because the memory ran out/);
  } finally {
    await writeFile(writer, before);
  }
});
