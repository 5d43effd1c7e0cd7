import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { accessGroup, authorizeGroupChange } from './access.ts';
import { doDeactivateGroup } from './actions.ts';

export const deactivateUserGroup = chatOperation({
  method: 'POST',
  path: '/user_groups/:user_group_id/deactivate',
  summary: 'Deactivate a user group; it can be reactivated later',
  access: anyUser,
  params: { user_group_id: inPath(described(Id, 'ID of the group to deactivate.')) },
  answer: {},
  errors: ['CANNOT_DEACTIVATE_GROUP_IN_USE'],
  async write({ tx, caller }, { user_group_id }) {
    await tx.position();
    const facts = uncachedFacts(tx);
    const { permissions } = await realmOf(facts);
    const group = await accessGroup(tx, user_group_id);
    await authorizeGroupChange(facts, caller, permissions.can_manage_all_groups, group);
    await doDeactivateGroup(tx, group);
    return {};
  },
});
