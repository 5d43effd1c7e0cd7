import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { runInShell, shellBlocksOf } from '../harness/document-blocks.ts';
import { extractOf } from '../harness/osm-extract.ts';
import { Installation } from '../harness/program.ts';

const root = path.resolve(import.meta.dirname, '../..');
const DEFAULT_ADDRESS = 'http://127.0.0.1:9800';

/** The shell blocks below the headings that begin with one of these words. */
async function blocksUnder(document: string, ...headings: string[]): Promise<string[]> {
  const sections = (await readFile(path.join(root, document), 'utf8')).split(/^## /m);
  const chosen = sections.filter((section) => headings.some((heading) => section.startsWith(heading)));
  assert.equal(chosen.length, headings.length);
  return chosen.flatMap(shellBlocksOf);
}

/** The file of addresses that the operators' page imports. */
function addresses(): Buffer {
  const properties = { number: '543', street: 'WHARF ST', city: 'SAN FRANCISCO', region: 'CA', postcode: '94105' };
  const geometry = { type: 'Point', coordinates: [-122.3964, 37.7883] };
  return gzipSync(`${JSON.stringify({ type: 'Feature', properties, geometry })}\n`);
}

test("README's first message, first task and both example clients, and the operators' commands, as written", async () => {
  await using installation = await Installation.create();
  const { url } = await installation.start();
  const blocks = await blocksUnder('README.md', 'Send a message, create a task', 'Use your own client');
  assert.ok(blocks.length >= 5);
  // Beside the repository, as its files would lie in a clone: what the commands write is not left in it.
  const clone = await mkdtemp(path.join(tmpdir(), 'hubbub-readme-'));
  try {
    for (const name of ['package.json', 'scripts', 'examples', 'node_modules']) {
      await symlink(path.join(root, name), path.join(clone, name));
    }
    await writeFile(path.join(clone, 'us-california.geojson.gz'), addresses());
    const house = { 'addr:housenumber': '1', 'addr:street': 'Rue du Puits', 'addr:city': 'Nulle-Part' };
    const extract = extractOf({ nodes: [{ id: 1, lon: 7.41, lat: 43.73, tags: house }], ways: [] });
    await writeFile(path.join(clone, 'monaco-latest.osm.pbf'), extract);
    const operators = shellBlocksOf(await readFile(path.join(root, 'docs/operators/addresses.md'), 'utf8'));
    assert.ok(operators.length > 0);
    const script = [...blocks, ...operators].join('\n').replaceAll(DEFAULT_ADDRESS, url);
    const output = await runInShell(script, clone, { DATA_DIR: installation.dataDir });
    assert.doesNotMatch(output, /"result":\s*"error"|"code":/);
    assert.match(output, /<strong>flat<\/strong> tyres/);
    assert.match(output, /"notes":"Ring twice"/);
    assert.match(output, /echoed Olive Owner in message \d+/);
    assert.match(output, /imported:? +1\b/);
    // What they wrote to files are keys.
    for (const name of ['org.json', 'bot.json'])
      assert.equal((await stat(path.join(clone, name))).mode & 0o777, 0o600, name);
  } finally {
    await rm(clone, { recursive: true });
  }
});
