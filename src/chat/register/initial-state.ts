import type { TProperties, TSchema } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { QueueOptions } from '../event-queues/queue.ts';
import type { ChatCaller } from '../http/caller.ts';

/** Context from which a slice builds its state. Everything must be read through `reader` or `facts`: one snapshot. */
export interface StateContext {
  reader: Reader;
  /** Facts in the snapshot, loaded at most once. */
  facts: FactSource;
  services: Services;
  caller: ChatCaller;
  options: QueueOptions;
  /** ID of the organization's last message in the snapshot; 0 for none. */
  messageId: number;
  now: Date;
  /** Number of days of presence history; undefined: the default. */
  presenceHistoryDays: number | undefined;
  /** Whether the client asked for state of this type. */
  wants(type: string): boolean;
}

/** State of one slice in the answer of `POST /register`. */
export interface InitialState {
  /** Whether the client asked for it, by the names of `fetch_event_types` and by what it can do. */
  when(wants: (type: string) => boolean, options: QueueOptions): boolean;
  /** Fields of the answer. */
  fields: TProperties;
  /** All of `fields`, but for those that are in `optional`; in a constant number of queries. */
  load(context: StateContext): Promise<Record<string, unknown>>;
}

/**
 * Declares a part of the state that a client starts from. A slice adds its own to the list in `all.ts`.
 * @param types any of these in `fetch_event_types` asks for it
 */
export function defineInitialState<const Fields extends TProperties>(declaration: {
  types: readonly string[] | InitialState['when'];
  fields: Fields;
  load(context: StateContext): Promise<Partial<Record<keyof Fields, unknown>>>;
}): InitialState {
  const { types } = declaration;
  return {
    when: typeof types === 'function' ? types : (wants) => types.some(wants),
    fields: declaration.fields,
    load: declaration.load,
  };
}

/** Every field that any part of the state gives. */
export function fieldsOf(parts: readonly InitialState[]): Record<string, TSchema> {
  return Object.assign({}, ...parts.map(({ fields }) => fields));
}

/**
 * Loads the parts that the client asked for.
 * @param types undefined: all
 */
export async function loadInitialState(
  parts: readonly InitialState[],
  context: Omit<StateContext, 'wants'>,
  types: readonly string[] | undefined,
): Promise<Record<string, unknown>> {
  const wanted = types && new Set(types);
  const wants = (type: string) => wanted === undefined || wanted.has(type);
  const state: Record<string, unknown> = {};
  // One after another: they share the connection that holds the snapshot.
  for (const part of parts) {
    if (part.when(wants, context.options)) Object.assign(state, await part.load({ ...context, wants }));
  }
  return state;
}
