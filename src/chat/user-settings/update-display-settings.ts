import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { changeSettings, params } from './update-settings.ts';

/** client: an older address of `PATCH /settings`, which the Python client still calls. */
export const updateDisplaySettings = chatOperation({
  method: 'PATCH',
  path: '/settings/display',
  summary: "Change the caller's own settings (older address)",
  access: anyUser,
  params,
  answer: {},
  serve: changeSettings,
});
