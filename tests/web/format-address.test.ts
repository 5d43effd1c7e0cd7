import assert from 'node:assert/strict';
import { test } from 'node:test';
import formatter from '@fragaria/address-formatter';
import { ADDRESS_ORDERS } from '../../rules/address-orders.ts';
import { formatAddress } from '../../rules/format-address.ts';

const HOUSE = { number: '10', street: 'Torstraße', apartment: '3. OG', postalCode: '10115', city: 'Berlin' };

test('an address has the order of its country, given by its code or by a usual name', () => {
  const cases: [country: string, line: string][] = [
    ['DE', 'Torstraße 10, 3. OG, 10115 Berlin'],
    ['germany', 'Torstraße 10, 3. OG, 10115 Berlin'],
    ['Deutschland', 'Torstraße 10, 3. OG, 10115 Berlin'],
    ['US', '10 Torstraße, 3. OG, Berlin 10115'],
    ['USA', '10 Torstraße, 3. OG, Berlin 10115'],
    ['UK', '10 Torstraße, 3. OG, Berlin, 10115'],
    ['Spain', 'Torstraße, 10, 3. OG, 10115 Berlin'],
    ['Magyarország', '10115 Berlin, Torstraße 10, 3. OG'],
    ['', '10 Torstraße, 3. OG, 10115 Berlin'],
    ['Atlantis', '10 Torstraße, 3. OG, 10115 Berlin'],
  ];
  for (const [country, line] of cases) assert.equal(formatAddress({ ...HOUSE, country }), line, country);
});

test('missing parts leave no marks behind, and a state stands where its country has it', () => {
  const boise = { street: 'Box Street', number: '7', city: 'Boise', state: 'ID', postalCode: '83702', country: 'US' };
  assert.equal(formatAddress(boise), '7 Box Street, Boise, ID 83702');
  assert.equal(formatAddress({ ...boise, state: '' }), '7 Box Street, Boise 83702');
  assert.equal(formatAddress({ name: 'Depot', city: 'Boise', country: 'US' }), 'Depot, Boise');
  assert.equal(formatAddress({ name: 'Depot', number: '4', country: 'DE' }), 'Depot, 4');
  assert.equal(formatAddress({ street: 'Quay', city: 'Hafen', country: 'DE' }), 'Quay, Hafen');
  assert.equal(
    formatAddress({ street: 'Rua', city: 'Recife', postalCode: '50000', country: 'BR' }),
    'Rua, Recife, 50000',
  );
  assert.equal(formatAddress({}), '');
});

test('the table has the order of the library’s templates', () => {
  const words = { houseNumber: 'NUMBER', road: 'STREET', city: 'CITY', postcode: 'POSTAL' };
  const known = ['NUMBER', 'STREET', 'CITY', 'POSTAL'];
  const wordsIn = (text: string): string[] => text.match(/NUMBER|STREET|CITY|POSTAL/g) ?? [];
  const codes = Object.values(ADDRESS_ORDERS).flatMap((each) => each.split(/\s+/));
  assert.ok(codes.length > 240);
  for (const country of codes) {
    const mine = wordsIn(
      formatAddress({ number: 'NUMBER', street: 'STREET', city: 'CITY', postalCode: 'POSTAL', country }),
    );
    const theirs = wordsIn(formatter.format({ ...words, countryCode: country, country: '' }));
    assert.deepEqual(mine.toSorted(), known.toSorted(), country);
    assert.deepEqual(
      mine.filter((word) => theirs.includes(word)),
      theirs,
      country,
    );
  }
});
