import { chatOperation } from '../http/operation.ts';
import { deactivateUserGroup } from './deactivate-user-group.ts';

/** client: the older form; a group is kept for what mentions it. */
export const removeUserGroup = chatOperation({
  ...deactivateUserGroup,
  method: 'DELETE',
  path: '/user_groups/:user_group_id',
});
