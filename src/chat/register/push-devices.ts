import { Type } from 'typebox';
import { loadDevices } from '../push-devices/access.ts';
import { DeviceObject, PushAccountObject, presentAccount, presentDevice } from '../push-devices/push-device.ts';
import { defineInitialState } from './initial-state.ts';

const number = Type.String({ pattern: '^-?[0-9]+$' });

export const clientDevices = defineInitialState({
  types: ['device'],
  fields: { devices: Type.Record(number, DeviceObject, { description: "The caller's devices by ID." }) },
  async load({ reader, caller }) {
    const devices = await loadDevices(reader, caller.userId);
    const numbered = devices.filter(({ pushAccountId }) => pushAccountId === null);
    return { devices: Object.fromEntries(numbered.map((device) => [device.id, presentDevice(device)])) };
  },
});

/** The older form, by the clients' own numbers. */
export const pushDevices = defineInitialState({
  types: ['push_device'],
  fields: {
    push_devices: Type.Record(number, PushAccountObject, {
      description: "The caller's devices by `push_account_id`, in their older form.",
    }),
  },
  async load({ reader, caller }) {
    const devices = await loadDevices(reader, caller.userId);
    return {
      push_devices: Object.fromEntries(
        devices.flatMap((device) =>
          device.pushAccountId === null ? [] : [[device.pushAccountId, presentAccount(device)]],
        ),
      ),
    };
  },
});
