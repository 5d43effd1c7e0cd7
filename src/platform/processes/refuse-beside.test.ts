import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServingProcess, StartingProcess } from './process.ts';
import { refusalBeside } from './refuse-beside.ts';

const BUCKET = 's3  parcels';
const LIMITS = { releaseBefore: '0.1.0', connections: 97 };
const own: StartingProcess = {
  id: 'own',
  serves: true,
  version: '0.2.0',
  fileStore: BUCKET,
  sealingKeys: ['new', 'old'],
  connections: 34,
};
const other: ServingProcess = {
  id: 'other',
  host: 'north',
  pid: 7,
  version: '0.2.0',
  fileStore: BUCKET,
  sealingKeys: ['new', 'old'],
  connections: 34,
};

const refusal = (
  given: { own?: Partial<StartingProcess>; other?: Partial<ServingProcess>; limits?: Partial<typeof LIMITS> } = {},
) => refusalBeside({ ...own, ...given.own }, [{ ...other, ...given.other }], { ...LIMITS, ...given.limits });

test('versions: the same, and the release before', () => {
  assert.equal(refusal(), undefined);
  assert.equal(refusal({ other: { version: '0.1.0' } }), undefined);
  for (const version of ['0.0.9', '0.2.1', '0.3.0'])
    assert.match(
      refusal({ other: { version } })!,
      /^Another process \(7 on north\) is version \S+, and this is 0\.2\.0\./,
    );
  assert.match(
    refusalBeside(own, [{ ...other, version: '0.1.0' }], { ...LIMITS, releaseBefore: undefined })!,
    /is version/,
  );
  // A command changes the tables as a server does.
  assert.match(refusal({ own: { serves: false }, other: { version: '0.0.9' } })!, /is version/);
});

test('keys: each opens what the other one seals', () => {
  const keys = (mine: string[], theirs: string[]) =>
    refusal({ own: { sealingKeys: mine }, other: { sealingKeys: theirs } });
  // The steps of a change: OLD,NEW everywhere, then NEW,OLD, then NEW.
  for (const [mine, theirs] of [
    [['old', 'new'], ['old']],
    [['old'], ['old', 'new']],
    [
      ['new', 'old'],
      ['old', 'new'],
    ],
    [['new'], ['new', 'old']],
  ] as [string[], string[]][])
    assert.equal(keys(mine, theirs), undefined, `${mine} beside ${theirs}`);
  for (const [mine, theirs] of [
    [['new', 'old'], ['old']],
    [['new'], ['old', 'new']],
    [['wrong'], ['old']],
    [['wrong', 'old'], ['old']],
  ] as [string[], string[]][])
    assert.match(keys(mine, theirs)!, /do not know each other's sealing key/, `${mine} beside ${theirs}`);
  // A command seals what a server opens.
  assert.match(
    refusal({ own: { serves: false }, other: { sealingKeys: ['old'] } })!,
    /do not know each other's sealing key/,
  );
});

test('files: one place for all', () => {
  const stores = (mine: string, theirs: string, further: Partial<StartingProcess> = {}) =>
    refusal({ own: { fileStore: mine, ...further }, other: { fileStore: theirs } });
  assert.match(
    stores('folder', 'folder')!,
    /keeps the files in its own data folder, which is not this one\. .* FILE_STORE=s3/,
  );
  assert.match(stores('folder', BUCKET)!, /in the bucket s3 {2}parcels, and this one would in its data folder\./);
  assert.match(stores(BUCKET, 'folder')!, /in its data folder, and this one would in the bucket/);
  assert.match(
    stores('s3  letters', BUCKET)!,
    /in the bucket s3 {2}parcels, and this one would in the bucket s3 {2}letters/,
  );
  // A command works in the folder of its server, and in no other one.
  assert.equal(stores('folder', 'folder', { serves: false, id: 'other' }), undefined);
  assert.match(stores('folder', 'folder', { serves: false, id: 'own' })!, /which is not this one/);
  // A process of an earlier version has recorded no folder.
  assert.equal(stores('folder', 'folder', { serves: false, id: undefined }), undefined);
});

test('connections: as many as PostgreSQL gives, and not one more', () => {
  assert.equal(refusal({ limits: { connections: 68 } }), undefined);
  assert.match(
    refusal({ limits: { connections: 67 } })!,
    /^This process takes 34 connections to PostgreSQL at most, and those that serve 34; it gives 67 to this role\. Raise max_connections/,
  );
  assert.equal(refusalBeside(own, [], { ...LIMITS, connections: 34 }), undefined);
  assert.match(refusalBeside(own, [], { ...LIMITS, connections: 33 })!, /at most; it gives 33/);
  assert.equal(refusal({ own: { serves: false }, limits: { connections: 67 } }), undefined);
});

test('the process that served from the same folder before stands in no way', () => {
  const before = { id: 'own', version: '0.0.1', fileStore: 'folder', sealingKeys: ['other'], connections: 60 };
  assert.equal(refusal({ other: before }), undefined);
});
