import type { AppendedEvent } from '../../platform/events/log.ts';
import type { EventQueue, QueueOptions } from './queue.ts';

const DISPLAY = 'update_display_settings';
const NOTIFICATIONS = 'update_global_notifications';

/** Settings that older clients know as notifications; all others are of the display. */
const NOTIFYING =
  /^(?:enable_(?!drafts).*|.*_notifications?(?:_.*)?|wildcard_mentions_notify|notification_sound|desktop_icon_count_display|presence_enabled|enable_sounds)$/;
/** Settings that are named like notifications, but are of typing. */
const TYPING = /typing_notifications$/;

/** client: without the capability `user_settings_object` a change of a setting has a form of its own by its kind. */
const isLegacy = ({ capabilities }: QueueOptions) => !capabilities.user_settings_object;

/** Kinds of the log that a queue reads; null: all. The older forms of a change of settings are made of `user_settings`. */
export function logKindsOf(options: QueueOptions): readonly string[] | null {
  const { eventTypes } = options;
  const wantsOlder = isLegacy(options) && eventTypes?.some((type) => type === DISPLAY || type === NOTIFICATIONS);
  return wantsOlder ? [...eventTypes!, 'user_settings'] : eventTypes;
}

/**
 * A change of the queue's person's settings in every form that its client asks for.
 * @param email the person's address, as the older forms have it
 */
export function settingsEventsFor({ options }: Pick<EventQueue, 'options'>, payload: object, email: string): object[] {
  const wants = (type: string) => options.eventTypes === null || options.eventTypes.includes(type);
  const events = wants('user_settings') ? [payload] : [];
  if (!isLegacy(options)) return events;
  const { property, value, language_name } = payload as { property: string; value: unknown; language_name?: string };
  const isNotifying = NOTIFYING.test(property) && !TYPING.test(property);
  const type = isNotifying ? NOTIFICATIONS : DISPLAY;
  if (!wants(type)) return events;
  const name = isNotifying ? { notification_name: property } : { setting_name: property };
  return [...events, { type, user: email, ...name, setting: value, ...(language_name && { language_name }) }];
}

/** Whether any form of the event is for the queue. */
export function isWantedSetting(queue: Pick<EventQueue, 'options'>, { kind, part, payload }: AppendedEvent): boolean {
  if (part !== 'chat' || kind !== 'user_settings') return true;
  return settingsEventsFor(queue, payload as object, '').length > 0;
}
