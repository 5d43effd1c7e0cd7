import { dispatchOperation } from '../http/operation.ts';
import { TrackingAppearanceAnswer, USUAL_LOOKS } from './appearance.ts';
import { findAppearance } from './queries.ts';

export const getTrackingAppearance = dispatchOperation({
  method: 'GET',
  path: '/tracking/settings',
  summary: 'How the tracking pages of the organization look',
  access: 'apiKey',
  answer: TrackingAppearanceAnswer,
  async read({ reader, caller }) {
    return (await findAppearance(reader, caller.organizationId)) ?? USUAL_LOOKS;
  },
});
