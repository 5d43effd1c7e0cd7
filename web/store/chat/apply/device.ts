import type { RegisterQueueAnswer } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

type Devices = NonNullable<RegisterQueueAnswer['devices']>;
type Event = { op: 'add' | 'update' | 'remove'; device_id: number } & Partial<Devices[string]>;

/** As a device is before it is registered for pushes. */
const UNREGISTERED = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
} satisfies Devices[string];

export const applyDevice: Reducer<Event> = (state, event) => {
  const { [event.device_id]: known, ...others } = (state.fields.devices ?? {}) as Devices;
  const { id: _id, type: _type, op, device_id, ...changes } = event as Event & { id: number; type: string };
  state.fields.devices =
    op === 'remove' ? others : { ...others, [device_id]: { ...(known ?? UNREGISTERED), ...changes } };
};
