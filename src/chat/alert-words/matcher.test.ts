import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldCase } from '../../../rules/fold-case.ts';
import { AlertMatcher } from './matcher.ts';

function matches(word: string, text: string): boolean {
  return new AlertMatcher([{ folded: foldCase(word), userIds: [7] }]).find(text).length > 0;
}

test('a word is found by itself, in any case, and not in a longer one', () => {
  const cases: [string, string, boolean][] = [
    ['dock', 'The DOCK is open', true],
    ['Dock', 'dock', true],
    ['dock', '(dock), again', true],
    ['dock', 'docks', false],
    ['dock', 'haddock', false],
    ['dock', 'dry_dock', false],
    ['dock', 'haddock at the dock', true],
    ['dock 4', 'van at dock\n4 now', true],
    ['dock 4', 'van at dock 42', false],
    ['c++', 'we write c++ here', true],
    ['c++', 'c+ +', false],
    ['#urgent', 'this is #urgent!', true],
    ['!!!', 'stop!!!', true],
    ['STRASSE', 'an der Strasse', true],
    ['ÖL', 'Kein öl mehr', true],
    ['öl', 'Kein Mehröl', false],
    ['東京', '東京駅前', true],
    ['東京', '京都', false],
    ['m-hb', 'plate M-HB 1042', true],
    ['🚚', 'one 🚚🚚 two', true],
    ['a\u0301', 'a\u0301rea', false],
    ['dock', 'http://dock.example/a', false],
    ['dock', 'see https://x.example/dock?dock=1', false],
    ['dock', 'https://x.example/ at the dock', true],
    ['dock', '<https://x.example>dock', true],
    ['https://x.example', 'see https://x.example/a', true],
    ['dock', '://', false],
  ];
  for (const [word, text, expected] of cases) assert.equal(matches(word, text), expected, `${word} in ${text}`);
});

test('each person is found once, whatever was found', () => {
  const matcher = new AlertMatcher([
    { folded: 'dock', userIds: [9, 3] },
    { folded: 'van', userIds: [3] },
    { folded: 'tram', userIds: [5] },
  ]);
  assert.deepEqual(matcher.find('van at the dock'), [3, 9]);
  assert.deepEqual(matcher.find(''), []);
});
