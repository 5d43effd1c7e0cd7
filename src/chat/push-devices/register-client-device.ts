import { Type } from 'typebox';
import { anyUser, checkIsPerson } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { doAddDevice } from './actions.ts';

export const registerClientDevice = chatOperation({
  method: 'POST',
  path: '/register_client_device',
  since: 468,
  summary: 'Give a signed-in device an ID, with which it can register for encrypted pushes',
  access: anyUser,
  params: {},
  answer: { device_id: Type.Integer({ description: 'ID of the new device.' }) },
  async write({ tx, caller }) {
    checkIsPerson(caller);
    const { id } = await doAddDevice(tx, caller.userId);
    return { device_id: id };
  },
});
