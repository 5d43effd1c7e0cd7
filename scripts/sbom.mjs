/**
 * `npm run -s sbom`: the bill of materials (CycloneDX 1.5) of the packages that run in production, from the lock file. `npm sbom`
 * leaves a package out that something of development uses as well.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { billOfMaterials } from './sbom/bill-of-materials.mjs';

const { name, version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
process.stdout.write(billOfMaterials({ name, version: version ?? '0' }, packages));
