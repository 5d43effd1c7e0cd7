import assert from 'node:assert/strict';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import { filesOf } from '../../scripts/new/operation.ts';
import { repeats } from './sentences.ts';

test('npm run new makes an operation and its test, named and placed by its id', () => {
  const files = filesOf({ api: 'chat', resource: 'messages/scheduled', id: 'create-scheduled-message' }, []);
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
  const update = filesOf({ api: 'dispatch', resource: 'hubs', id: 'update-hub' }, []);
  assert.match([...update.values()][0]!, /method: 'PUT',\n {2}path: '\/hubs',/);
  for (const text of [...files.values(), ...update.values()]) assert.doesNotThrow(() => stripTypeScriptTypes(text));
});

test('npm run new leaves the sentences of the documents to be written: the tests refuse an empty one', () => {
  for (const api of ['chat', 'dispatch'] as const)
    for (const id of ['get-gate', 'create-gate']) {
      const [operation] = [...filesOf({ api, resource: 'gates', id }, []).values()];
      assert.match(operation!, /summary: ''/);
      assert.match(operation!, /description: ''/);
    }
  assert.ok(repeats('', 'count'));
});

test('npm run new takes a method and a path, whose parameters are IDs', () => {
  for (const [api, route, declared] of [
    ['chat', 'POST /drafts/:draft_id/pin', /path: '\/drafts\/:draft_id\/pin',[\s\S]*draft_id: inPath\(Id\)/],
    ['dispatch', 'GET /hubs/:hubId/gates', /path: '\/hubs\/:hubId\/gates',[\s\S]*ids: \['hubId'\]/],
  ] as const) {
    const [operation, itsTest] = [...filesOf({ api, resource: 'gates', id: 'open-gate', route }, []).values()];
    assert.match(operation!, declared);
    assert.match(itsTest!, /\/none/);
    for (const text of [operation!, itsTest!]) assert.doesNotThrow(() => stripTypeScriptTypes(text));
  }
});

test('npm run new makes standing cases for another organization and for wrong types', () => {
  for (const api of ['chat', 'dispatch'] as const) {
    for (const id of ['get-gate', 'create-gate', 'delete-gate']) {
      const itsTest = [...filesOf({ api, resource: 'gates', id }, []).values()][1]!;
      assert.match(itsTest, /test\('another organization learns nothing and changes nothing'/);
      assert.match(itsTest, /test\('refuses wrong types'/);
    }
  }
});

test('npm run new refuses a method and path that an operation has, whatever its parameters are called', () => {
  const existing = [
    { method: 'POST', path: '/drafts' },
    { method: 'PATCH', path: '/drafts/:draft_id' },
  ];
  const make = (route?: string) => () =>
    filesOf({ api: 'chat', resource: 'drafts', id: 'pin-draft', ...(route && { route }) }, existing);
  assert.throws(make(), /An operation has POST \/drafts already/);
  assert.throws(make('PATCH /drafts/:id'), /An operation has PATCH \/drafts\/:id already/);
  assert.doesNotThrow(make('POST /drafts/:id'));
});

test('npm run new refuses a wrong name or route with a sentence', () => {
  const make = (resource: string, id: string, route?: string) => () =>
    filesOf({ api: 'chat', resource, id, ...(route && { route }) }, []);
  for (const resource of ['', 'Drafts', '../drafts', 'drafts/', 'a//b']) {
    assert.throws(make(resource, 'create-draft'), /is no folder's name/);
  }
  for (const id of ['', 'draft', 'createDraft', 'create-draft.ts']) {
    assert.throws(make('drafts', id), /is no operation's id/);
  }
  for (const route of ['/drafts', 'FETCH /drafts', 'POST drafts', 'POST /drafts/', "POST /a'b"]) {
    assert.throws(make('drafts', 'create-draft', route), /is no method and path/);
  }
});
