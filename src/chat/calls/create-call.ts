import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';

/** Hubbub runs no video service; the answer says so. */
export const createCall = chatOperation({
  method: 'POST',
  path: '/calls/bigbluebutton/create',
  summary: 'Refused: there is no video service',
  access: anyUser,
  params: {},
  answer: {},
  async read() {
    throw badRequest('BigBlueButton is not configured.');
  },
});
