import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Token, tokenAt } from '../../web/chat/composer/tokens.ts';

/** The token at the sign `|`. */
function at(marked: string): (Token & { replaced: string }) | undefined {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const token = tokenAt(text, caret);
  return token && { ...token, replaced: text.slice(token.start, token.end) };
}

const short = (marked: string) => {
  const token = at(marked);
  return token && `${token.kind} ${token.query}`;
};

test('finds what is completed at the caret', () => {
  for (const [marked, expected] of [
    ['@|', 'mention '],
    ['hello @mar|', 'mention mar'],
    ['hello @mara mem|', 'mention mara mem'],
    ['(@Ömer|', 'mention Ömer'],
    ['@**mar|', 'mention mar'],
    ['@*driv|', 'mention driv'],
    ['**@mar|', 'mention mar'],
    ['mail@exam|', undefined],
    ['@ |', undefined],
    ['@mara|\nnext', 'mention mara'],
    ['@**Mara** |', undefined],
    ['#|', 'channel '],
    ['see #night sh|', 'channel night sh'],
    ['##|', undefined],
    ['issue#4|', undefined],
    [':sm|', 'emoji sm'],
    [':+1|', 'emoji +1'],
    [':s|', undefined],
    ['10:30|', undefined],
    [':) and|', undefined],
    ['~tom|', 'time tom'],
    ['~|', 'time '],
    ['~~gone|', undefined],
    ['<time|', 'time '],
    ['<time:2030-|', 'time 2030-'],
    ['/me|', 'command me'],
    ['/|', 'command '],
    ['x\n/me|', undefined],
    ['and /me|', undefined],
    ['```py|', 'language py'],
    ['```|', undefined],
    ['```py\n@mar|', undefined],
    ['```quote\n@mar|', 'mention mar'],
    ['```py\nx\n```\n@mar|', 'mention mar'],
    ['`@mar|', undefined],
    ['`a` @mar|', 'mention mar'],
    ['@mara in #do|', 'channel do'],
    ['#dock for @ma|', 'mention ma'],
  ] as const)
    assert.equal(short(marked), expected, marked);
});

test('a silent mention and a topic say so', () => {
  assert.deepEqual(at('a @_mar| b'), {
    kind: 'mention',
    isSilent: true,
    query: 'mar',
    start: 2,
    end: 7,
    replaced: '@_mar',
  });
  assert.deepEqual(at('see #**night shift>bi|'), {
    kind: 'topic',
    channel: 'night shift',
    query: 'bi',
    start: 4,
    end: 21,
    replaced: '#**night shift>bi',
  });
  assert.equal(at('#dock>|')?.kind, 'topic');
});

test('a long text costs no more than its end', () => {
  const long = `${'@x '.repeat(3000)}:sm`;
  assert.equal(tokenAt(long, long.length)?.kind, 'emoji');
});
