import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { watchChannelsKnownThroughGroups } from '../channels/known-through-groups.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { accessGroup } from './access.ts';
import { doChangeMembers, doChangeSubgroups } from './actions.ts';
import { changesOf, checkMembershipChanges, memberList, subgroupList } from './membership-changes.ts';

export const updateUserGroupMembers = chatOperation({
  method: 'POST',
  path: '/user_groups/:user_group_id/members',
  summary: 'Add people and subgroups to a user group, and remove them',
  access: anyUser,
  params: {
    user_group_id: inPath(described(Id, 'ID of the group to change.')),
    add: memberList('IDs of the users to add to the group.'),
    delete: memberList('IDs of the users to remove from the group.'),
    add_subgroups: subgroupList('IDs of the groups to add as subgroups.'),
    delete_subgroups: subgroupList('IDs of the subgroups to remove.'),
  },
  answer: {},
  async write({ tx, caller }, given) {
    await tx.position();
    const facts = uncachedFacts(tx);
    const { permissions } = await realmOf(facts);
    const group = await accessGroup(tx, given.user_group_id);
    const members = changesOf(given.add, given.delete);
    const subgroups = changesOf(given.add_subgroups, given.delete_subgroups);
    const people = await checkMembershipChanges(tx, facts, caller, permissions.can_manage_all_groups, group, {
      members,
      subgroups,
    });
    const emitChannels = await watchChannelsKnownThroughGroups(tx, people);
    await doChangeMembers(tx, group, members);
    await doChangeSubgroups(tx, group, subgroups);
    await emitChannels();
    return {};
  },
});
