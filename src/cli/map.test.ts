import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { streetMap } from '../../tests/harness/street-map.ts';
import { readConfig } from '../platform/config.ts';
import { runCommand } from './program.ts';

test('map extract writes the map of the data folder, or another file, and says what is wrong', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'hubbub-map-extract-'));
  const large = path.join(folder.path, 'large.pmtiles');
  const places: [number, number][] = [
    [13, 52.5],
    [14, 52.5],
  ];
  const road = { layer: 'roads', type: 'LineString', places, tags: { kind: 'highway' } } as const;
  await writeFile(large, streetMap([road], [12, 51, 15, 53], 9, '© Example'));
  const config = { ...readConfig({}), dataDir: path.join(folder.path, 'data') };
  const extract = (...more: string[]) => runCommand(['map', 'extract', '--json', ...more], config);
  assert.equal(await extract('--from', large, '--area', 'Berlin, Germany'), 0);
  const own = await readFile(path.join(config.dataDir, 'map.pmtiles'));
  assert.equal(own.toString('latin1', 0, 7), 'PMTiles');
  const other = path.join(folder.path, 'other.pmtiles');
  assert.equal(await extract('--from', large, '--area', '13,52,13.5,52.5', '--to', other, '--max-zoom', '9'), 0);
  assert.equal((await readFile(other, 'latin1')).slice(0, 7), 'PMTiles');
  for (const [wrong, sentence] of [
    [['--from', path.join(folder.path, 'none'), '--area', 'Berlin'], /There is no file/],
    [['--from', large, '--area', 'Nowhereville'], /No town is called 'Nowhereville'/],
    ...['x', '-1', '23', '1.5'].map(
      (zoom) => [['--from', large, '--area', 'Berlin', `--max-zoom=${zoom}`], /--max-zoom must be 0 to 22/] as const,
    ),
    [['--from', large, '--area', '0,0,1,1'], /nothing in this area/],
  ] as const)
    await assert.rejects(extract(...wrong), sentence);
  assert.equal(await extract('--from', large), 1);
});
