import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { noRight } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { json, optional, text, withDefault } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { checkGroupSettings, checkMembers, checkSubgroups, isInGroupSetting } from './access.ts';
import { doCreateGroup } from './actions.ts';
import { GroupSettingValue } from './group-setting.ts';
import { memberList, subgroupList } from './membership-changes.ts';
import { checkGroupDescription, checkGroupName } from './names.ts';
import {
  forEachGroupPermission,
  newGroupPermissions,
  userGroupPermissionNames,
  userGroupPermissions,
} from './permissions.ts';

export const createUserGroup = chatOperation({
  method: 'POST',
  path: '/user_groups/create',
  summary: 'Create a user group with its members and permissions',
  access: anyUser,
  params: {
    name: text(Type.String({ description: 'Name of the group, unique in the organization, at most 100 characters.' })),
    description: withDefault(text(Type.String({ description: 'What the group is for, at most 1024 characters.' })), ''),
    members: memberList('IDs of the users to add to the group.'),
    subgroups: subgroupList('IDs of the groups to add as subgroups.'),
    ...forEachGroupPermission((sentence) => optional(json(described(GroupSettingValue, sentence)))),
  },
  answer: { group_id: Type.Integer({ description: 'ID of the new group.' }) },
  async write({ tx, caller }, given) {
    const { userId } = caller;
    await tx.position();
    const facts = uncachedFacts(tx);
    const { permissions: allowed } = await realmOf(facts);
    if (!(await isInGroupSetting(facts, caller, allowed.can_create_groups))) throw noRight('Insufficient permission');
    const memberIds = [...new Set(given.members)];
    const subgroupIds = [...new Set(given.subgroups)];
    await checkMembers(tx, memberIds);
    await checkSubgroups(tx, subgroupIds);
    const named = Object.fromEntries(userGroupPermissionNames.map((name) => [name, given[name]]));
    const permissions = await checkGroupSettings(tx, named, userGroupPermissions);
    const group_id = await doCreateGroup(
      tx,
      {
        name: checkGroupName(given.name),
        description: checkGroupDescription(given.description),
        creatorId: userId,
        permissions: newGroupPermissions(permissions, userId),
      },
      memberIds,
      subgroupIds,
    );
    return { group_id };
  },
});
