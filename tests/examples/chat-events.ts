import { until } from '../harness/clients.ts';
import type { Recorder } from './recorder.ts';

// biome-ignore lint/suspicious/noExplicitAny: events of all kinds
type Event = any;

/** Capabilities of a client of today. */
const CAPABILITIES = {
  archived_channels: true,
  bulk_message_deletion: true,
  empty_topic_name: true,
  include_deactivated_groups: true,
  linkifier_url_template: true,
  notification_settings_null: true,
  stream_typing_notifications: true,
  user_avatar_url_field_optional: false,
  user_list_incomplete: true,
  simplified_presence_events: true,
  user_settings_object: true,
};

/**
 * Events that are in no log. Whether one is still there depends on how soon a queue is read: only a queue that asks for them
 * records them, and is read at once.
 */
export const PASSING = ['presence', 'typing', 'typing_edit_message'];

/** A queue of all events, from which the first of each kind is recorded. */
export class EventExamples {
  readonly #recorder: Recorder;
  readonly #queue: string;
  readonly #asksForPassing: boolean;
  #last = -1;

  private constructor(recorder: Recorder, queue: string, asksForPassing: boolean) {
    this.#recorder = recorder;
    this.#queue = queue;
    this.#asksForPassing = asksForPassing;
  }

  /** Registers the queue, for events that happen from now on. @param more parameters of the registration */
  static async start(
    recorder: Recorder,
    more: { event_types?: string[]; [parameter: string]: unknown } = {},
  ): Promise<EventExamples> {
    const { queue_id: queue } = await recorder.send('register-queue', {
      body: { fetch_event_types: ['message'], client_capabilities: CAPABILITIES, ...more },
    });
    return new EventExamples(recorder, queue, more.event_types?.some((type) => PASSING.includes(type)) ?? false);
  }

  /** Records everything that has happened so far: a message marks the end of it. */
  async record(marker: { type: string; to: number | number[]; topic?: string }): Promise<void> {
    const { id } = await this.#recorder.send('send-message', { body: { ...marker, content: 'That is all for today' } });
    const isMarker = (event: Event) => event.type === 'message' && event.message.id === id;
    await until(async () => (await this.#read()).some(isMarker), 'the last event');
  }

  /** Records what a poll answers that has waited for nothing. */
  async recordSilence(): Promise<void> {
    await until(async () => (await this.#read(false)).some(({ type }) => type === 'heartbeat'), 'a heartbeat');
  }

  async #read(dontBlock = true): Promise<Event[]> {
    const { events } = await this.#recorder.send('get-events', {
      query: { queue_id: this.#queue, last_event_id: this.#last, dont_block: dontBlock },
    });
    for (const event of events) {
      this.#last = event.id;
      if (PASSING.includes(event.type) && !this.#asksForPassing) continue;
      this.#recorder.recordEvent(kindOf(event), event);
    }
    return events;
  }
}

const kindOf = ({ type, op }: Event): string => (op === undefined ? type : `${type}/${op}`);

/** Does what has events that the other calls do not bring. */
export async function callForEvents(recorder: Recorder): Promise<void> {
  const { stream_id: alarms } = await recorder.send('get-channel-id', { query: { stream: 'alarms' } });
  const { id: sent } = await recorder.send('send-message', {
    body: { type: 'channel', to: alarms, topic: 'gates', content: 'Gate 8 is open' },
  });
  for (const op of ['add', 'remove'])
    await recorder.send('update-message-flags', { body: { messages: [sent], op, flag: 'starred' } });
  const ids: number[] = [];
  for (const name of ['couriers', 'new couriers']) {
    const { group_id: id } = await recorder.send('create-user-group', { body: { name, description: '', members: [] } });
    ids.push(id);
  }
  const [group, subgroup] = ids as [number, number];
  for (const change of [{ add: [subgroup] }, { delete: [subgroup] }])
    await recorder.send('update-user-group-subgroups', { path: { user_group_id: group }, body: change });
  await recorder.send('update-settings', { body: { allow_private_data_export: true } });

  // Only a client that knows no `user_topic` has them.
  const older = await EventExamples.start(recorder, { event_types: ['message', 'muted_topics'] });
  await recorder.send('update-muted-topics', { body: { stream_id: alarms, topic: 'gates', op: 'add' } });
  await older.record({ type: 'channel', to: alarms, topic: 'gates' });
}
