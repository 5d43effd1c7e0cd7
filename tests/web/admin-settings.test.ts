import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForOwners, realmPermissionNames } from '../../src/chat/realms/permissions.ts';
import { updateSettingDefaults } from '../../src/chat/user-settings/update-setting-defaults.ts';
import { PERSONS_OWN } from '../../web/admin/newcomers/persons-own.ts';
import { FOR_OWNERS, PERMISSION_PARTS } from '../../web/admin/permissions/names.ts';
import { FIXED, settingSections } from '../../web/shared/user-settings/table.ts';

test('the administration shows each permission of the organization once, and knows those for owners', () => {
  const shown = Object.values(PERMISSION_PARTS).flat();
  assert.deepEqual([...shown].sort(), [...realmPermissionNames].sort());
  assert.deepEqual([...FOR_OWNERS].sort(), realmPermissionNames.filter(isForOwners).sort());
});

test('the administration has each default for new people that the API takes', () => {
  const shown = Object.values(settingSections)
    .flat()
    .filter((name) => !PERSONS_OWN.includes(name));
  const taken = Object.keys(updateSettingDefaults.params);
  const fixed: readonly string[] = FIXED;
  assert.deepEqual([...shown].sort(), taken.filter((name) => !fixed.includes(name)).sort());
});
