import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, optional, text } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { accessGroup, authorizeGroupChange, checkGroupSettings, permissionsOfGroup } from './access.ts';
import { doReactivateGroup, doUpdateGroup, type GroupChanges } from './actions.ts';
import { GroupSettingUpdate, type GroupSettingValue, newGroupSetting } from './group-setting.ts';
import { checkGroupDescription, checkGroupName } from './names.ts';
import {
  forEachGroupPermission,
  type UserGroupPermission,
  userGroupPermissionNames,
  userGroupPermissions,
} from './permissions.ts';

/** spec: chat 4.4; deactivated groups too. `deactivated=true` does nothing. */
export const updateUserGroup = chatOperation({
  method: 'PATCH',
  path: '/user_groups/:user_group_id',
  summary: "Change a user group's name, description and permissions, or reactivate it",
  access: anyUser,
  params: {
    user_group_id: inPath(described(Id, 'ID of the group to change.')),
    name: optional(text(Type.String({ description: 'New name, at most 100 characters.' }))),
    description: optional(
      text(Type.String({ description: 'New text on what the group is for, at most 1024 characters.' })),
    ),
    deactivated: optional(json(Type.Boolean({ description: '`false` reactivates the group. `true` does nothing.' }))),
    ...forEachGroupPermission((sentence) => optional(json(described(GroupSettingUpdate, sentence)))),
  },
  answer: {},
  async write({ tx, caller }, given) {
    await tx.position();
    const facts = uncachedFacts(tx);
    const { permissions: allowed } = await realmOf(facts);
    const group = await accessGroup(tx, given.user_group_id);
    await authorizeGroupChange(facts, caller, allowed.can_manage_all_groups, group);
    const { user_group_id, ...values } = given;
    if (Object.values(values).every((value) => value === undefined)) throw badRequest('No new data supplied');
    const changes: GroupChanges = {};
    if (given.name !== undefined) changes.name = checkGroupName(given.name);
    if (given.description !== undefined) changes.description = checkGroupDescription(given.description);
    const current = await permissionsOfGroup(facts, group);
    const wanted: Partial<Record<UserGroupPermission, GroupSettingValue>> = {};
    for (const name of userGroupPermissionNames) {
      const update = given[name];
      if (update !== undefined) wanted[name] = newGroupSetting(update, current[name]);
    }
    changes.permissions = await checkGroupSettings(tx, wanted, userGroupPermissions);
    const after = await doUpdateGroup(tx, group, changes);
    if (given.deactivated === false) await doReactivateGroup(tx, after);
    return {};
  },
});
