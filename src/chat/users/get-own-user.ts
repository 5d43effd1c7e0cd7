import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';

export const getOwnUser = chatOperation({
  method: 'GET',
  path: '/users/me',
  summary: "The caller's own account",
  access: anyUser,
  params: {},
  answer: { user_id: Type.Integer(), email: Type.String() },
  async read({ caller }) {
    return { user_id: caller.userId, email: caller.email };
  },
});
