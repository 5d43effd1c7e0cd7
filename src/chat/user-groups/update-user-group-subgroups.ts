import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { watchChannelsKnownThroughGroups } from '../channels/known-through-groups.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { accessGroup } from './access.ts';
import { doChangeSubgroups } from './actions.ts';
import { changesOf, checkMembershipChanges, subgroupList } from './membership-changes.ts';

export const updateUserGroupSubgroups = chatOperation({
  method: 'POST',
  path: '/user_groups/:user_group_id/subgroups',
  summary: 'Add subgroups to a user group, and remove them',
  access: anyUser,
  params: {
    user_group_id: inPath(described(Id, 'ID of the group to change.')),
    add: subgroupList('IDs of the groups to add as subgroups.'),
    delete: subgroupList('IDs of the subgroups to remove.'),
  },
  answer: {},
  async write({ tx, caller }, given) {
    await tx.position();
    const facts = uncachedFacts(tx);
    const { permissions } = await realmOf(facts);
    const group = await accessGroup(tx, given.user_group_id);
    const members = changesOf([], []);
    const subgroups = changesOf(given.add, given.delete);
    const people = await checkMembershipChanges(tx, facts, caller, permissions.can_manage_all_groups, group, {
      members,
      subgroups,
    });
    const emitChannels = await watchChannelsKnownThroughGroups(tx, people);
    await doChangeSubgroups(tx, group, subgroups);
    await emitChannels();
    return {};
  },
});
