import type { ChatOperation } from '../../src/chat/http/operation.ts';
import type { Answer, ChatClient, ChatParams } from '../harness/clients.ts';
import type { Aim } from './access-rows.ts';

/** Beyond every object that there is. */
export const NOT_THERE = 999_999_999;

/** Calls an operation, with what it aims at in its path. */
export function call(
  client: ChatClient,
  { method, path }: ChatOperation,
  aim: Aim,
  params: ChatParams,
): Promise<Answer> {
  const ids: Record<string, unknown> = { message_id: aim.message, stream_id: aim.channel, user_id: aim.person };
  return client.request(
    method,
    path.replaceAll(/:(\w+)/g, (_all, name: string) => String(ids[name] ?? NOT_THERE)),
    params,
  );
}

/** The answer without the names and numbers that were asked for, and without what differs from one answer to the next. */
export function unnamed({ status, text }: Answer, { message, channel, name }: Aim): string {
  return `${status} ${text}`
    .replaceAll(new RegExp(`\\b(?:${message}|${channel})\\b`, 'g'), '#')
    .replaceAll(name, '#')
    .replaceAll(/"(?:queue_id|last_event_id)":[^,]*/g, '');
}
