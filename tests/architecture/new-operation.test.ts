import assert from 'node:assert/strict';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import { filesOf } from '../../scripts/new/operation.ts';

test('npm run new makes an operation and its test, named and placed by its id', () => {
  const files = filesOf({ api: 'chat', resource: 'messages/scheduled', id: 'create-scheduled-message' });
  assert.deepEqual(
    [...files.keys()],
    [
      'src/chat/messages/scheduled/create-scheduled-message.ts',
      'src/chat/messages/scheduled/create-scheduled-message.test.ts',
    ],
  );
  const [operation, itsTest] = [...files.values()];
  assert.match(operation!, /export const createScheduledMessage = chatOperation\(\{\n {2}method: 'POST',/);
  assert.match(operation!, /from '\.\.\/\.\.\/http\/operation\.ts'/);
  assert.match(itsTest!, /from '\.\.\/\.\.\/\.\.\/\.\.\/tests\/harness\/server\.ts'/);
  const update = filesOf({ api: 'dispatch', resource: 'hubs', id: 'update-hub' });
  assert.match([...update.values()][0]!, /method: 'PUT',\n {2}path: '\/hubs',/);
  for (const text of [...files.values(), ...update.values()]) assert.doesNotThrow(() => stripTypeScriptTypes(text));
});

test('what is no name is refused with a sentence', () => {
  const make = (resource: string, id: string) => () => filesOf({ api: 'chat', resource, id });
  for (const resource of ['', 'Drafts', '../drafts', 'drafts/', 'a//b']) {
    assert.throws(make(resource, 'create-draft'), /is no folder's name/);
  }
  for (const id of ['', 'draft', 'createDraft', 'create-draft.ts']) {
    assert.throws(make('drafts', id), /is no operation's id/);
  }
});
