import type { AppendedEvent } from '../../platform/events/log.ts';

/** Fields of events that hold a topic. */
const TOPIC_FIELDS: Record<string, readonly string[]> = {
  update_message: ['orig_subject', 'subject'],
  delete_message: ['topic'],
  update_message_flags: ['message_details'],
  typing: ['topic'],
  user_topic: ['topic_name'],
};

type Payload = Record<string, unknown>;

/**
 * An event's payload with the empty topic under its display name, for clients without the capability
 * `empty_topic_name`.
 * @param name undefined: leave it empty
 */
export function nameEmptyTopics({ kind, payload }: AppendedEvent, name: string | undefined): Payload {
  const given = payload as Payload;
  const fields = TOPIC_FIELDS[kind]?.filter((field) => field in given) ?? [];
  if (name === undefined || fields.length === 0) return given;
  return { ...given, ...Object.fromEntries(fields.map((field) => [field, named(given[field], name)])) };
}

/** A topic, or the details of messages by their IDs. */
function named(value: unknown, name: string): unknown {
  if (value === '') return name;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, Payload>).map(([id, details]) => [
      id,
      details.topic === '' ? { ...details, topic: name } : details,
    ]),
  );
}
