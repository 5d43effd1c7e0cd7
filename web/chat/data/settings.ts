import type { RegisterQueueAnswer } from '../../store/wire/chat.ts';
import { chat } from './chat.ts';

/** This person's settings (`user_settings` of the registration). */
export function userSettings(): NonNullable<RegisterQueueAnswer['user_settings']> {
  return chat.value.state.fields.user_settings as NonNullable<RegisterQueueAnswer['user_settings']>;
}

/** A number of the registration, as limits and times are. */
export function limit(
  name:
    | 'max_message_length'
    | 'max_topic_length'
    | 'max_file_upload_size_mib'
    | 'server_typing_started_wait_period_milliseconds'
    | 'server_typing_stopped_wait_period_milliseconds',
): number {
  return Number(chat.value.state.fields[name]);
}
