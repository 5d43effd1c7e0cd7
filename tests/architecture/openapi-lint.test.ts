import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiFiles } from '../../scripts/openapi/documents.ts';

/** Rules of the recommended set that are not ours, and why. */
const OFF = {
  // Both specifications have such paths (`/recipients/name/{name}`). A fixed part wins, and no ID is such a word.
  'no-ambiguous-paths': 'off',
} as const;

test('the OpenAPI documents pass the recommended rules of redocly lint', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: OFF });
  for (const [file, source] of await openApiFiles()) {
    const problems = await lintFromString({ source, absoluteRef: file, config });
    const found = problems.map(
      ({ ruleId, message, location: [place] }) => `${file}${place?.pointer ?? ''} ${ruleId}: ${message}`,
    );
    assert.deepEqual(found, []);
  }
});
