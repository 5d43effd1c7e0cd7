import { uncachedFacts } from '../../platform/events/facts.ts';
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
  summary: 'Put people and subgroups into a user group, and take them out',
  access: anyUser,
  params: {
    user_group_id: inPath(Id),
    add: memberList,
    delete: memberList,
    add_subgroups: subgroupList,
    delete_subgroups: subgroupList,
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
