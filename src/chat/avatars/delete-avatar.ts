import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { doChangeAvatar } from './actions.ts';
import { checkMayChangeAvatar } from './permission.ts';

export const deleteAvatar = chatOperation({
  method: 'DELETE',
  path: '/users/me/avatar',
  summary: "Delete the caller's picture",
  access: anyUser,
  params: {},
  answer: { avatar_url: Type.String({ description: 'Address of the picture drawn from the initials.' }) },
  async write({ tx, caller }) {
    await checkMayChangeAvatar(uncachedFacts(tx), caller);
    return { avatar_url: await doChangeAvatar(tx, caller.userId, null) };
  },
});
