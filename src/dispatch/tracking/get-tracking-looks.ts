import { dispatchOperation } from '../http/operation.ts';
import { TrackingLooksAnswer, USUAL_LOOKS } from './looks.ts';
import { findLooks } from './queries.ts';

export const getTrackingLooks = dispatchOperation({
  method: 'GET',
  path: '/tracking/settings',
  summary: 'How the tracking pages of the organization look',
  access: 'apiKey',
  answer: TrackingLooksAnswer,
  async read({ reader, caller }) {
    return (await findLooks(reader, caller.organizationId)) ?? USUAL_LOOKS;
  },
});
