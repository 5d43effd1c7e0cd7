import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../../web/driver/stop/texts/en.ts';

test('one piece is one piece', () => {
  assert.equal(en.quantity(1), '1 piece');
  assert.equal(en.quantity(2), '2 pieces');
});
