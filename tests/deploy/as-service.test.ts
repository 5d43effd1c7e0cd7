/** Commands of a service: `deploy/hubbub` under the conditions of `deploy/hubbub.service`. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { parseEnvironmentFile } from '../../scripts/service/environment-file.mjs';
import { readUnit } from '../../scripts/service/unit.mjs';

const repository = path.resolve(import.meta.dirname, '../..');
const root = await mkdtemp(path.join(tmpdir(), 'hubbub-service-'));
await chmod(root, 0o755);
after(() => rm(root, { recursive: true, force: true }));

/** Each as systemd 252 reads it (its generator of `environment.d` prints what it has read by the same parser). */
const QUOTED: [text: string, read: Record<string, string>][] = [
  ['A=plain', { A: 'plain' }],
  ['A="a b \\n \\` \\\\ \\" \'"', { A: 'a b \\n ` \\ " \'' }],
  ['A=\'it "is" \\n\'', { A: 'it "is" \\n' }],
  ['  A =  spaced out  \t', { A: 'spaced out' }],
  ['A=a\\ b\\\nc', { A: 'a bc' }],
  ['A="two\nlines"', { A: 'two\nlines' }],
  [';A=1\n# B=2 \\\nC=3\nD=4', { D: '4' }],
  ['A=x"y"z', { A: 'x"y"z' }],
  ['A="a"  b \'c\'', { A: "ab 'c'" }],
  ['A=\nB=b', { A: '', B: 'b' }],
  ['A=a#b\nB=a ;b', { A: 'a#b', B: 'a ;b' }],
  ['A="x\\\ny"', { A: 'xy' }],
  ['A= \\tz\\q', { A: 'tzq' }],
  ['1X=bad\nexport A=2\nno assignment\nB=b', { B: 'b' }],
  ['A="a"b\nB=\'a\'\'b\'\nC="a" ', { A: 'ab', B: 'ab', C: 'a' }],
  ['A=\\"q\\"', { A: '"q"' }],
  ['A=one=two', { A: 'one=two' }],
  ['A=cr\r\nB="z"\r\nC=end', { A: 'cr', B: 'z', C: 'end' }],
  ['A="$not $expanded"\nA=last', { A: 'last' }],
  ['A=tail\\', { A: 'tail' }],
  ['A="open', { A: 'open' }],
  ['A', {}],
  ['', {}],
];

test('the settings of a service are read by the rules of systemd', () => {
  for (const [text, read] of QUOTED) assert.deepEqual(parseEnvironmentFile(text), read, text);
});

test('a unit is read with what was added to it', async () => {
  const unit = path.join(root, 'read.service');
  await mkdir(`${unit}.d`);
  await writeFile(
    unit,
    '[Service]\nUser=hubbub\n# User=nobody\nEnvironment=DATA_DIR=/a "B=two words" \'C=c\'\nEnvironmentFile=-/etc/a.env\nEnvironmentFile=/etc/b.env\n',
  );
  await writeFile(path.join(`${unit}.d`, '20-later.conf'), '[Service]\nEnvironment=DATA_DIR=/later\n');
  await writeFile(
    path.join(`${unit}.d`, '10-first.conf'),
    '[Service]\nEnvironment=DATA_DIR=/first\nEnvironmentFile=\nEnvironmentFile=/etc/c.env\n',
  );
  await writeFile(path.join(`${unit}.d`, 'note.txt'), 'User=root');
  assert.deepEqual(readUnit(unit), {
    user: 'hubbub',
    environment: { DATA_DIR: '/later', B: 'two words', C: 'c' },
    environmentFiles: [{ path: '/etc/c.env', isOptional: false }],
  });
  const own = readUnit(path.join(repository, 'deploy/hubbub.service'));
  assert.equal(own.user, 'hubbub');
  assert.equal(own.environment.DATA_DIR, '/var/lib/hubbub');
  assert.deepEqual(own.environmentFiles, [{ path: '/etc/hubbub.env', isOptional: true }]);
});

test('the unit of several processes is the one of a single process, but for its port, its folder and its drain', async () => {
  const read = (name: string) => readFile(path.join(repository, 'deploy', name), 'utf8');
  const sandbox = (text: string) => text.slice(text.indexOf('# What it does not need'));
  const several = await read('hubbub@.service');
  assert.equal(sandbox(several), sandbox(await read('hubbub.service')));
  const { user, environment, environmentFiles } = readUnit(path.join(repository, 'deploy/hubbub@.service'));
  const drain = { PORT: '%i', DATA_DIR: '/var/lib/hubbub/%i', DRAIN_SECONDS: '10' };
  assert.deepEqual([user, environment], ['hubbub', drain]);
  // Without the shared database and key a process would make an installation of its own.
  assert.deepEqual(environmentFiles, [{ path: '/etc/hubbub.env', isOptional: false }]);
  const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(several)![1]);
  assert.ok(stop > Number(drain.DRAIN_SECONDS) + 10);
});

const asNobody = ['--reuid=nobody', '--regid=nogroup', '--clear-groups', '--'];
const canRun =
  process.getuid?.() === 0 &&
  spawnSync('setpriv', [...asNobody, process.execPath, '--check', path.join(repository, 'scripts/hubbub.mjs')])
    .status === 0;
const skip = canRun
  ? false
  : 'only root can run something as another user, and that user must be able to read the program';

test('deploy/hubbub runs commands as the user of the service, with its settings', {
  skip,
  timeout: 300_000,
}, async () => {
  const [dataDir, settings, unit] = [
    path.join(root, 'state'),
    path.join(root, 'hubbub.env'),
    path.join(root, 'hubbub.service'),
  ];
  const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, nobody, nobody);
  const text = await readFile(path.join(repository, 'deploy/hubbub.service'), 'utf8');
  await writeFile(
    unit,
    text
      .replace('User=hubbub', 'User=nobody')
      .replace('DATA_DIR=/var/lib/hubbub', `DATA_DIR=${dataDir}`)
      .replace('/etc/hubbub.env', settings),
  );
  const key = 'ab'.repeat(32);
  await writeFile(
    settings,
    `# Settings of the service.\nSECRET_KEY="${key}"\nMAIL_FROM='Hubbub "North" <hubbub@north.example>'\nPORT=0\n`,
    { mode: 0o600 },
  );
  // As it is installed: built by root, since the service may not write there.
  execFileSync(process.execPath, [path.join(repository, 'scripts/hubbub.mjs'), '--version'], { stdio: 'ignore' });
  const program = path.join(root, 'hubbub');
  await symlink(path.join(repository, 'deploy/hubbub'), program);
  // What root has set for itself is not the service's.
  const env = {
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    HUBBUB_UNIT: unit,
    DATA_DIR: path.join(root, 'of-root'),
  };
  const run = (...args: string[]) => spawnSync(program, args, { env, cwd: '/etc', encoding: 'utf8' });
  const asUser = (...args: string[]) =>
    spawnSync('setpriv', [...asNobody, program, ...args], { env, cwd: '/etc', encoding: 'utf8' });

  const early = run('org', 'list');
  assert.deepEqual([early.status, early.stderr], [1, `There is no installation in ${dataDir}.\n`]);
  const made = run(
    ...['org', 'create', '--name', 'Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles', '--json'],
    ...['--owner-email', 'o@couriers.example', '--owner-name', 'Olive', '--owner-password', 'correct horse battery'],
  );
  assert.equal(made.status, 0, made.stderr);
  assert.equal((await stat(path.join(dataDir, 'database-files.json'))).uid, nobody);
  // The key is the one of the file: none was made.
  await assert.rejects(stat(path.join(dataDir, 'secret.key')), { code: 'ENOENT' });
  await assert.rejects(stat(path.join(root, 'of-root')), { code: 'ENOENT' });
  assert.match(run('org', 'list').stdout, /Couriers/);
  const doctor = run('doctor', '--json');
  assert.ok(
    JSON.parse(doctor.stdout).some(({ detail }: { detail: string }) => detail === `own database in ${dataDir}`),
    doctor.stdout,
  );
  const [backups, trial] = [path.join(root, 'backups'), path.join(root, 'trial')];
  for (const folder of [backups, trial]) {
    await mkdir(folder, { mode: 0o700 });
    await chown(folder, nobody, nobody);
  }
  const backup = run('backup', path.join(backups, 'monday'));
  assert.equal(backup.status, 0, backup.stderr);
  const restored = run(`DATA_DIR=${trial}`, 'restore', path.join(backups, 'monday'));
  assert.equal(restored.status, 0, restored.stderr);
  assert.match(run(`DATA_DIR=${trial}`, 'org', 'list').stdout, /Couriers/);
  const wrong = run(`SECRET_KEY=${'cd'.repeat(32)}`, 'org', 'list');
  assert.match(wrong.stderr, /^SECRET_KEY is not the key of this database/);

  // Of the settings, mode 600, nobody else knows anything; where they may be read, no other user's files are touched.
  const blind = asUser('org', 'list');
  assert.deepEqual(
    [blind.status, blind.stderr],
    [
      1,
      `The settings of the service are in ${settings}, which this user may not read. Run it as root: sudo hubbub …\n`,
    ],
  );
  await chmod(settings, 0o644);
  assert.match(asUser('org', 'list').stdout, /Couriers/);
  await writeFile(unit, (await readFile(unit, 'utf8')).replace('User=nobody', 'User=daemon'));
  assert.equal(
    asUser('org', 'list').stderr,
    "Commands run as the service's user, daemon. Run it as root: sudo hubbub …\n",
  );
  await rm(unit);
  assert.match(run('org', 'list').stderr, /^There is no service here: \S+ cannot be read \(ENOENT\)\. /);
});
