import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { until } from '../../../tests/harness/clients.ts';
import { readConfig } from '../config.ts';
import type { FileStore, StoredObject } from '../files/store.ts';
import { BackupArchive } from './archive.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-archive-'));
after(() => rm(folder, { recursive: true, force: true }));
const config = readConfig({ DATA_DIR: folder, WEB: 'off' });
const PACKED = gzipSync('what was written');
const stored = (key: string): StoredObject => ({ key, size: PACKED.length, modifiedAt: new Date(0) });

/** A store that stands still in what it is asked, until it is let go on. */
class HangingStore {
  asked = 0;
  #goOn = () => {};
  #still: Promise<void> = Promise.resolve();

  hang(): void {
    this.#still = new Promise((resolve) => {
      this.#goOn = resolve;
    });
  }

  goOn(): void {
    this.#goOn();
    this.#still = Promise.resolve();
  }

  async #do<T>(answer: T): Promise<T> {
    this.asked++;
    await this.#still;
    return answer;
  }

  put = () => this.#do(undefined);
  delete = () => this.#do(undefined);
  stat = () => this.#do(undefined);
  read = () => this.#do(Readable.from([PACKED]));
  async *list(): AsyncGenerator<StoredObject> {
    yield stored('first');
    yield await this.#do(stored('second'));
  }
}

test('an archive that hangs ends each step in its time, whichever it is, and nothing is begun beside it', async () => {
  const store = new HangingStore();
  const archive = new BackupArchive(config, { patienceMs: 20, store: store as unknown as FileStore });
  const listed = async () => {
    const keys: string[] = [];
    for await (const { key } of archive.list('')) keys.push(key);
    return keys;
  };
  const read = () => text(archive.read('x.gz', []));
  const steps = [listed, read, () => archive.delete('x'), () => archive.put('x', [PACKED])];
  for (const step of steps) {
    store.hang();
    const asked = store.asked;
    await assert.rejects(step(), /^BackupError: The archive took too long to respond\.$/);
    for (const other of steps) await assert.rejects(other(), /^BackupError: The archive is still not responding\.$/);
    assert.equal(store.asked, asked + 1);
    store.goOn();
    const isBack = () =>
      listed().then(
        () => true,
        () => false,
      );
    await until(isBack, 'the archive being back');
  }
  assert.deepEqual(await listed(), ['first', 'second']);
  assert.equal(await read(), 'what was written');
});

test('what is read stops when its bytes stop coming', async () => {
  const cut = new Readable({ read() {} });
  cut.push(PACKED.subarray(0, 12));
  const store = { read: async () => cut } as unknown as FileStore;
  const archive = new BackupArchive(config, { patienceMs: 20, store });
  await assert.rejects(text(archive.read('x.gz', [])), /The archive took too long/);
  cut.destroy();
});

test('a folder that goes while something is put into it is not made anew: it may be a disk of the network', async () => {
  const mount = path.join(folder, 'mount');
  await mkdir(mount);
  const archive = new BackupArchive({ ...config, archiveFolder: mount });
  const packed = Readable.from(
    (async function* () {
      await rm(mount, { recursive: true });
      yield PACKED;
    })(),
  );
  await assert.rejects(archive.put('a/log/x', packed), { code: 'ENOENT' });
  await assert.rejects(access(mount));
  await mkdir(mount);
  await archive.put('a/log/x', [PACKED]);
  assert.deepEqual(await readdir(mount, { recursive: true }), ['a', 'a/log', 'a/log/x.gz']);
});
