import type { Message } from '../../wire/chat.ts';
import { type Poll, pollOf } from './poll.ts';
import { type TodoList, todoListOf } from './todo-list.ts';
import type { ReadChange } from './widget-change.ts';

/**
 * Returns the widget that a message is: its first submessage says which, the others change it.
 * @returns undefined for any other message, a widget that this page does not know, and one that cannot be read: their text
 * is shown
 */
export function widgetOfMessage({ submessages, sender_id }: Message): Poll | TodoList | undefined {
  const [first, ...more] = submessages
    .filter(({ msg_type }) => msg_type === 'widget')
    .toSorted((one, other) => one.id - other.id)
    .map(({ sender_id: senderId, content }) => ({ senderId, fields: fieldsIn(content) }));
  if (!first?.fields || first.senderId !== sender_id) return undefined;
  const { widget_type, extra_data } = first.fields;
  const given = asFields(extra_data ?? {});
  if (!given) return undefined;
  const changes = more.filter((change): change is ReadChange => change.fields !== undefined);
  if (widget_type === 'poll') return pollOf(given, changes, sender_id);
  return widget_type === 'todo' ? todoListOf(given, changes, sender_id) : undefined;
}

function fieldsIn(content: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asFields(JSON.parse(content));
  } catch {
    return undefined;
  }
}

function asFields(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
