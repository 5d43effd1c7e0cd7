import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { markAsRead } from './mark-as-read.ts';

/** Minimum time that a client waits for an answer. */
const BUDGET_MS = 20_000;

export const markAllAsRead = chatOperation({
  method: 'POST',
  path: '/mark_all_as_read',
  summary: "Mark all of the caller's unread messages as read",
  access: anyUser,
  params: {},
  answer: {
    complete: Type.Boolean({
      description: 'False if time ran out before all were marked. Then send the request again.',
    }),
  },
  async write(request) {
    return { complete: await markAsRead(request, [], BUDGET_MS) };
  },
});
