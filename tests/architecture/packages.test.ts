import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../..');

/** Licences under which a package may be used by whoever installs Hubbub. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Python-2.0',
  'PostgreSQL',
  'MPL-2.0',
  'PSF-2.0',
  'Zlib',
  // A shared library beside the program, which anybody may exchange.
  'LGPL-3.0-or-later',
]);

interface Locked {
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

test('every package has a licence that we know, and a digest', async () => {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const faults: string[] = [];
  for (const [name, { license = 'none', integrity }] of Object.entries(packages)) {
    if (name === '') continue;
    // `(A OR B)`: one of them is enough; `A AND B`: all of them.
    const choices = license.replaceAll(/[()]/g, '').split(' OR ');
    if (!choices.some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one))))
      faults.push(`${name}: ${license}`);
    if (!integrity) faults.push(`${name}: no digest`);
  }
  assert.deepEqual(faults, []);
});
