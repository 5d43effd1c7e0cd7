import { dispatchOperation } from '../http/operation.ts';
import { TrackingAppearanceAnswer, USUAL_LOOKS } from './appearance.ts';
import { findAppearance } from './queries.ts';

export const getTrackingAppearance = dispatchOperation({
  method: 'GET',
  path: '/tracking/settings',
  summary: "The appearance of the organization's tracking pages",
  access: 'apiKey',
  answer: TrackingAppearanceAnswer,
  async read({ reader, caller }) {
    return (await findAppearance(reader, caller.organizationId)) ?? USUAL_LOOKS;
  },
});
