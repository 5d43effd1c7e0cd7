import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addMember,
  closeObject,
  closingMember,
  type JsonObjectText,
  membersText,
  openObject,
} from './json-object-text.ts';

test('members are added to what is there, the first without a comma', () => {
  const opened = openObject('{"id":1}');
  assert.equal(opened, '{"id":1');
  assert.equal(
    closeObject(addMember(addMember(opened, 'flags', '["read"]'), 'last', true)),
    '{"id":1,"flags":["read"],"last":true}',
  );
  assert.equal(closeObject(addMember(openObject('{}') satisfies JsonObjectText, 'id', 2)), '{"id":2}');
  assert.equal(closeObject(openObject('{}')), '{}');
  assert.equal(opened + closingMember('flags', '[]'), closeObject(addMember(opened, 'flags', '[]')));
});

test('the text of members has no braces of its own', () => {
  assert.equal(membersText({ id: 1, of: { a: '}' } }), '"id":1,"of":{"a":"}"}');
  assert.equal(membersText({}), '');
});
