import type { RegisterQueueAnswer } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

type Devices = NonNullable<RegisterQueueAnswer['push_devices']>;
interface Event extends Pick<Devices[string], 'status'> {
  push_account_id: string;
}

export const applyPushDevice: Reducer<Event> = (state, { push_account_id, status }) => {
  const known = state.fields.push_devices as Devices | undefined;
  state.fields.push_devices = { ...known, [push_account_id]: { status } };
};
