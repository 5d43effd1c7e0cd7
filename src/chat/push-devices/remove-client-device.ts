import { described } from '../../platform/http/described.ts';
import { anyUser, checkIsPerson } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json } from '../http/params.ts';
import { doRemoveDevice } from './actions.ts';

export const removeClientDevice = chatOperation({
  method: 'POST',
  path: '/remove_client_device',
  since: 468,
  summary: "Forget a device of the caller's, and its registration for pushes",
  access: anyUser,
  params: { device_id: json(described(Id, 'ID of the device to remove.')) },
  answer: {},
  async write({ tx, caller }, { device_id }) {
    checkIsPerson(caller);
    await doRemoveDevice(tx, caller.userId, device_id);
    return {};
  },
});
