import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { judge } from '../../scripts/audit/judge.mjs';

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

test('advisories end a build only where somebody can mend them now', () => {
  const via = [{ url: 'https://github.com/advisories/GHSA-aaaa' }];
  const known = { name: 'p', severity: 'high', range: '<2', fixAvailable: true, via };
  const ends = (vulnerability: object, allowed: Parameters<typeof judge>[1] = []) =>
    judge({ vulnerabilities: { p: { ...known, ...vulnerability } } }, allowed, new Date('2026-11-23T00:00:00Z')).ends;
  assert.deepEqual([ends({}), ends({ severity: 'critical' })], [true, true]);
  assert.deepEqual([ends({ fixAvailable: false }), ends({ severity: 'moderate' })], [false, false]);
  const excuse = { package: 'p', advisory: 'GHSA-aaaa', reason: 'not called', until: '2026-11-23' };
  assert.deepEqual(
    [ends({}, [excuse]), ends({}, [{ ...excuse, until: '2026-11-22' }]), ends({}, [{ ...excuse, advisory: 'GHSA-b' }])],
    [false, true, true],
  );
  assert.deepEqual(judge({ vulnerabilities: {} }, [], new Date()), { lines: [], ends: false });
});

test('the bill of materials names every package that runs in production', async () => {
  const { stdout } = spawnSync(process.execPath, ['scripts/sbom.mjs'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  const { components } = JSON.parse(stdout) as {
    components: { name: string; version: string; licenses: { expression?: string }[]; hashes: { content: string }[] }[];
  };
  for (const { name, licenses, hashes } of components)
    assert.ok(licenses[0]!.expression && /^[0-9a-f]{40,128}$/.test(hashes[0]!.content), name);
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  assert.deepEqual(
    Object.entries(dependencies).filter(([name, version]) => !named.has(`${name}@${version}`)),
    [],
  );
});
