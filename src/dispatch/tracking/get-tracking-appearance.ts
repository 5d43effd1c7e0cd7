import { dispatchOperation } from '../http/operation.ts';
import { TrackingAppearanceAnswer, USUAL_LOOKS } from './appearance.ts';
import { findAppearance } from './queries.ts';

export const getTrackingAppearance = dispatchOperation({
  method: 'GET',
  path: '/tracking/settings',
  summary: "Get the appearance of the organization's tracking pages",
  access: 'apiKey',
  answer: TrackingAppearanceAnswer,
  async read({ reader }) {
    return (await findAppearance(reader)) ?? USUAL_LOOKS;
  },
});
