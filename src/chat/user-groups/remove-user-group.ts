import { chatOperation } from '../http/operation.ts';
import { deactivateUserGroup } from './deactivate-user-group.ts';

const { id: _own, ...declaration } = deactivateUserGroup;

/** client: the older form; a group is kept for what mentions it. */
export const removeUserGroup = chatOperation({
  ...declaration,
  method: 'DELETE',
  path: '/user_groups/:user_group_id',
});
