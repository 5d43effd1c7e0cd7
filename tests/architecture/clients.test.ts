import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { digestFile, digestsNow, LANGUAGES } from '../../scripts/clients/digests.ts';
import { root } from '../../scripts/clients/documents.ts';

for (const language of LANGUAGES)
  test(`the ${language} client is generated from the OpenAPI documents as they are; "npm run clients -- ${language}" writes it anew`, async () => {
    const recorded = JSON.parse(await readFile(path.join(root, digestFile(language)), 'utf8'));
    assert.deepEqual(await digestsNow(language), recorded);
  });
