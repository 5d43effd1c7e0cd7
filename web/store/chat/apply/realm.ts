import type { ChatState, Reducer } from '../state.ts';

type Event =
  | { op: 'update'; property: string; value: unknown }
  | { op: 'update_dict'; data: Record<string, unknown> }
  | { op: 'deactivated'; realm_id: number };

export const applyRealm: Reducer<Event> = (state, event) => {
  if (event.op === 'update') set(state, event.property, event.value);
  else if (event.op === 'update_dict')
    for (const [property, value] of Object.entries(event.data)) set(state, property, value);
};

function set(state: ChatState, property: string, value: unknown): void {
  state.fields[`realm_${property}`] = value;
}
