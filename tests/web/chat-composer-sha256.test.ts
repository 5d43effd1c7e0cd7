import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sha256 } from '../../web/chat/composer/sha256.ts';

test('the digest of a text is that of Node', () => {
  for (const text of ['', 'abc', 'Grüße 🚲', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'y'.repeat(10_000)])
    assert.equal(sha256(text), createHash('sha256').update(text).digest('hex'), text.slice(0, 10));
});
