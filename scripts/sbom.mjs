/**
 * `npm run -s sbom`: the bill of materials (CycloneDX 1.5) of the packages that run in production, from the lock file. `npm sbom`
 * leaves a package out that something of development uses as well.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const { name, version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const components = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, entry]) => componentOf(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), entry));

console.log(
  JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { type: 'application', name, version: version ?? '0' } },
      components,
    },
    undefined,
    2,
  ),
);

function componentOf(name, { version, license, integrity, optional }) {
  const [algorithm, digest] = integrity.split('-');
  return {
    type: 'library',
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
  };
}
