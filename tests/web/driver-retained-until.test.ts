import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retainedUntil } from '../../web/store/driver/retained-until.ts';

test('a tile is kept for as long as its server says, and not without its word', () => {
  const NOW = 1_000_000;
  const day = 86_400_000;
  for (const [header, milliseconds] of [
    ['max-age=14400', 14_400_000],
    ['public, max-age=3600, must-revalidate', 3_600_000],
    ['Max-Age="60"', 60_000],
    ['public, immutable, max-age=315360000', 30 * day],
    ['', undefined],
    ['public', undefined],
    ['max-age=0', undefined],
    ['s-maxage=600', undefined],
    ['no-store, max-age=600', undefined],
    ['no-cache="set-cookie", max-age=600', undefined],
    ['max-age=never', undefined],
  ] as const)
    assert.equal(retainedUntil(header, NOW), milliseconds && NOW + milliseconds, header);
});
