import assert from 'node:assert/strict';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { hostsOfMap, mapText, writeWhole } from './map-file.ts';

let folder: string;
let file: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hubbub-map-'));
  file = path.join(folder, 'cells.map');
});
after(() => rm(folder, { recursive: true }));

test('a map has a line for each host, in the order of hosts', () => {
  const text = mapText({ 'b.hubbub.example': 'west', 'a.hubbub.example': 'east' });
  const [comment, ...lines] = text.split('\n');
  assert.match(comment!, /^# /);
  assert.deepEqual(lines, ['a.hubbub.example east', 'b.hubbub.example west', '']);
  assert.deepEqual(hostsOfMap(text), ['a.hubbub.example', 'b.hubbub.example']);
  assert.equal(mapText({}), `${comment}\n`);
});

test('whoever reads while it is written reads the old one or the new one, whole', async () => {
  const texts = ['east', 'west'].map((cell) =>
    mapText(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`o${n}.hubbub.example`, cell]))),
  );
  await writeWhole(file, texts[0]!);
  let isWriting = true;
  let reads = 0;
  const reading = (async () => {
    while (isWriting || reads < 50) {
      assert.ok(texts.includes(await readFile(file, 'utf8')), 'a part of a map was read');
      reads++;
    }
  })();
  for (let n = 1; n <= 20; n++) await writeWhole(file, texts[n % 2]!);
  isWriting = false;
  await reading;
  assert.equal(await readFile(file, 'utf8'), texts[0]);
  assert.deepEqual(await readdir(folder), ['cells.map']);
});

test('a file that is open keeps its content: nothing is written in place', async () => {
  await writeWhole(file, 'old\n');
  await using opened = await open(file);
  await writeWhole(file, 'new\n');
  assert.equal(await opened.readFile('utf8'), 'old\n');
  assert.equal(await readFile(file, 'utf8'), 'new\n');
});

test('where it cannot be put in place, nothing is left beside it', async () => {
  const taken = path.join(folder, 'taken');
  await mkdir(taken);
  await writeFile(path.join(taken, 'kept'), '');
  await assert.rejects(writeWhole(taken, 'text\n'));
  await assert.rejects(writeWhole(path.join(folder, 'nowhere/cells.map'), 'text\n'), { code: 'ENOENT' });
  assert.deepEqual((await readdir(folder)).sort(), ['cells.map', 'taken']);
});
