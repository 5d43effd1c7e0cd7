import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { TestDirectory } from '../../tests/harness/cells.ts';
import { until } from '../../tests/harness/clients.ts';
import { CellDirectoryAway, CellRefusal } from '../platform/cells/errors.ts';
import { mapText } from '../platform/cells/map-file.ts';
import { addCell, cellList, removeCell, withDirectory, writeMap } from './cells.ts';
import { CommandError } from './command.ts';

let directory: TestDirectory;
let folder: string;
before(async () => {
  directory = await TestDirectory.start('https://hubbub.example');
  folder = await mkdtemp(path.join(tmpdir(), 'hubbub-cells-'));
});
after(async () => {
  await directory[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const add = (name: string) => directory.command((given, host) => addCell(given, host, name));
const remove = (name: string) => directory.command((given, host) => removeCell(given, host, name));
const names = async () => (await directory.command(cellList)).map(({ cell }) => cell);
/** Options of a map that is written once. */
const ONCE = { socket: undefined, follow: false, written: () => {} };
const OWN = { name: 'east', installation: 'a database' };

test('before there is a cell, commands say what to do', async () => {
  const unset = { cellDirectoryUrl: undefined, publicUrl: undefined };
  await assert.rejects(withDirectory(unset, cellList), (error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /^Set CELL_DIRECTORY_URL, ORGANIZATION_ADDRESSES=on and PUBLIC_URL/);
    return true;
  });
  for (const work of [names, () => remove('east')])
    await assert.rejects(work(), (error) => {
      assert.ok(error instanceof CellRefusal);
      assert.equal(error.message, 'The directory has no cells. Run: hubbub cell add NAME');
      return true;
    });
  const away = { cellDirectoryUrl: 'postgres://127.0.0.1:1/cells', publicUrl: 'https://hubbub.example' };
  await assert.rejects(withDirectory(away, cellList), CellDirectoryAway);
});

test('cells are added, listed and removed; of two that add one at once, one is refused', async () => {
  // The first one makes the tables, so here two make them at once.
  const both = await Promise.allSettled([add('east'), add('east')]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const { reason } = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  assert.ok(reason instanceof CellRefusal, reason);
  assert.equal(reason.message, 'There is a cell east already.');
  assert.deepEqual(await Promise.all([add('north'), add('west')]), [
    { cell: 'north', host: 'north.hubbub.example' },
    { cell: 'west', host: 'west.hubbub.example' },
  ]);
  for (const name of ['', 'East', 'a.b', '-a', 'xn--a', 'x'.repeat(64)])
    await assert.rejects(add(name), /The name of a cell must have/, name);
  assert.deepEqual(await names(), ['east', 'north', 'west']);
  const [east] = await directory.command(cellList);
  const { added_at, ...shown } = east!;
  assert.ok(added_at instanceof Date);
  assert.deepEqual(shown, { cell: 'east', organizations: 0, hosts: 1, joined: false });
  assert.deepEqual(await remove('north'), { cell: 'north', host: 'north.hubbub.example' });
  assert.deepEqual(await names(), ['east', 'west']);
  await assert.rejects(remove('north'), /There is no cell north\./);
});

test('a cell that has organizations is not removed, and its name is no address', async () => {
  await directory.command(async (given) => {
    await given.join(OWN);
    await given.claim(OWN, 'first', ['acme.hubbub.example', 'chat.acme.example']);
    await given.claim(OWN, 'second', ['bolt.hubbub.example']);
  });
  await assert.rejects(remove('east'), /The cell east has 2 organizations\. Move or delete them first\./);
  await assert.rejects(add('acme'), /acme\.hubbub\.example is the address of an organization/);
  await directory.command((given) => given.release(OWN, 'second', ['bolt.hubbub.example', 'acme.hubbub.example']));
  await assert.rejects(remove('east'), /The cell east has an organization\. Move or delete it first\./);
  assert.deepEqual(await names(), ['east', 'west']);
});

test('a removal and a claim at once: either there is no cell, or it has the organization', async () => {
  for (let n = 0; n < 10; n++) {
    await add('brief');
    const own = { name: 'brief', installation: `database ${n}` };
    const [removed, claimed] = await Promise.allSettled([
      remove('brief'),
      directory.command((given) => given.claim(own, 'organization', [`brief-${n}.hubbub.example`])),
    ]);
    assert.notEqual(removed.status, claimed.status);
    if (removed.status === 'fulfilled') continue;
    await directory.command((given) => given.release(own, 'organization', [`brief-${n}.hubbub.example`]));
    await remove('brief');
  }
});

test('another PUBLIC_URL is refused: hosts of two installations do not mix', async () => {
  const copy = { cellDirectoryUrl: directory.direct, publicUrl: 'https://copy.example' };
  await assert.rejects(
    withDirectory(copy, (given, host) => addCell(given, host, 'south')),
    /The directory is for hubbub\.example, and the host of PUBLIC_URL is copy\.example\./,
  );
});

test('hosts without an organization are forgotten when an hour old, and not before', async () => {
  await directory.command(async (given) => {
    await given.claim(OWN, 'unmade', ['unmade.hubbub.example']);
    const own = [
      { host: 'acme.hubbub.example', organizationId: 'first' },
      { host: 'chat.acme.example', organizationId: 'first' },
    ];
    assert.deepEqual(await given.publish(OWN, own), []);
    const hosts = async () => Object.keys((await given.read()).hosts!).toSorted();
    assert.ok((await hosts()).includes('unmade.hubbub.example'));
    await directory.query("update cell_directory.hosts set claimed_at = claimed_at - interval '61 minutes'");
    await given.publish(OWN, own);
    assert.deepEqual(await hosts(), [
      'acme.hubbub.example',
      'chat.acme.example',
      'east.hubbub.example',
      'west.hubbub.example',
    ]);
  });
});

test('cell map writes the hosts, and follows the directory', async () => {
  const file = path.join(folder, 'cells.map');
  const once = { ...ONCE, file };
  await directory.command((given) => writeMap(given, once));
  assert.match(await readFile(file, 'utf8'), /^acme\.hubbub\.example east\nchat\.acme\.example east\n/m);
  const stop = new AbortController();
  const counts: number[] = [];
  const following = withDirectory(
    { cellDirectoryUrl: directory.connectionString, publicUrl: directory.publicUrl },
    (given) => writeMap(given, { ...once, follow: true, written: (hosts) => counts.push(hosts), stop: stop.signal }),
  );
  await until(() => counts.length === 1, 'the first map');
  await directory.proxy.goAway();
  await directory.command((given) => given.claim(OWN, 'first', ['new.hubbub.example']));
  assert.doesNotMatch(await readFile(file, 'utf8'), /new\.hubbub\.example/);
  await directory.proxy.comeBack();
  await until(async () => /^new\.hubbub\.example east$/m.test(await readFile(file, 'utf8')), 'the map to follow');
  stop.abort();
  await following;
  // An unchanged map is not written again.
  assert.equal(counts.length, 2);
});

test('cell map keeps a map whose hosts the directory has lost', async () => {
  const file = path.join(folder, 'lost.map');
  const write = () => directory.command((given) => writeMap(given, { ...ONCE, file }));
  const hosts = await directory.command(async (given) => (await given.read()).hosts!);
  const others = (count: number) => Array.from({ length: count }, (_, n) => [`lost-${n}.hubbub.example`, 'west']);
  const before = mapText({ ...hosts, ...Object.fromEntries(others(21)) });
  await writeFile(file, before);
  await assert.rejects(write(), (error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /The directory lacks 21 of the \d+ hosts of .*lost\.map\. If they are gone, delete/);
    return true;
  });
  assert.equal(await readFile(file, 'utf8'), before);
  await rm(file);
  await write();
  assert.equal(await readFile(file, 'utf8'), mapText(hosts));
  // Some organizations may go at once.
  await writeFile(file, mapText({ ...hosts, ...Object.fromEntries(others(20)) }));
  await write();
  assert.equal(await readFile(file, 'utf8'), mapText(hosts));
});

test('cell map refuses what it cannot write, and says what HAProxy answers', async () => {
  const write = (file: string, socket?: string) =>
    directory.command((given) => writeMap(given, { ...ONCE, file, socket }));
  await assert.rejects(write(path.join(folder, 'nowhere/cells.map')), /cannot be written: ENOENT/);
  await mkdir(path.join(folder, 'taken'));
  await assert.rejects(write(path.join(folder, 'taken')), /cannot be written: it is not a file/);
  await symlink(path.join(folder, 'elsewhere'), path.join(folder, 'link'));
  await assert.rejects(write(path.join(folder, 'link')), /cannot be written: it is not a file/);
  const file = path.join(folder, 'other.map');
  await assert.rejects(write(file, path.join(folder, 'none.sock')), /HAProxy cannot be reached at .*none\.sock/);
  const socket = path.join(folder, 'admin.sock');
  const refusing = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('data', () => connection.end('Unknown map identifier. Please use #<id> or <file>.\n\n'));
  }).listen(socket);
  await assert.rejects(write(file, socket), /HAProxy refused the map: Unknown map identifier/);
  refusing.close();
});
