import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForOwners, realmPermissionNames } from '../../src/chat/realms/permissions.ts';
import { FOR_OWNERS, PERMISSION_PARTS } from '../../web/admin/permissions/names.ts';

test('the administration shows each permission of the organization once, and knows those for owners', () => {
  const shown = Object.values(PERMISSION_PARTS).flat();
  assert.deepEqual([...shown].sort(), [...realmPermissionNames].sort());
  assert.deepEqual([...FOR_OWNERS].sort(), realmPermissionNames.filter(isForOwners).sort());
});
