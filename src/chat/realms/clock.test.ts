import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasTwentyFourHours } from './clock.ts';

test('a country has the clock of its people', () => {
  const countries = ['DE', 'AT', 'CH', 'FR', 'GB', 'IE', 'BR', 'JP', 'SE', 'US', 'CA', 'AU', 'NZ', 'IN', 'MX', 'EG'];
  const found = countries.filter((country) => hasTwentyFourHours(country));
  assert.deepEqual(found, ['DE', 'AT', 'CH', 'FR', 'GB', 'IE', 'BR', 'JP', 'SE']);
});
