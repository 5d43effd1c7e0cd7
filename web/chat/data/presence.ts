import { signal } from '@preact/signals';
import type { SlimPresence } from '../../store/wire/chat.ts';
import { chat, listenToEvents } from './chat.ts';

export type PresenceState = 'online' | 'away';

/** Seconds of a person's last presence. */
interface Presence {
  active: number;
  connected: number;
}

/** By person; a new map after each change. */
const presences = signal<ReadonlyMap<number, Presence>>(new Map());
/** Seconds by which the server's clock is ahead. */
let clockOffset = 0;

const now = () => Date.now() / 1000 + clockOffset;

/** Takes over what an answer says about the server's clock. @param at seconds */
export function setServerTime(at: number): void {
  clockOffset = at - Date.now() / 1000;
}

/** Returns a time that the registration names. */
export function seconds(name: string, otherwise: number): number {
  const value = chat.peek().state.fields[name];
  return typeof value === 'number' ? value : otherwise;
}

/** Returns whether a person uses a client now, or is connected; undefined for those who are not here. */
export function presenceOf(userId: number): PresenceState | undefined {
  const presence = presences.value.get(userId);
  // Whoever became invisible was here a moment ago.
  if (!presence || chat.peek().state.statuses.get(userId)?.away) return undefined;
  const limit = now() - seconds('server_presence_offline_threshold_seconds', 140);
  if (presence.active >= limit) return 'online';
  return presence.connected >= limit ? 'away' : undefined;
}

/** Returns a value that is another one after each change of who is here. */
export function presenceChanges(): object {
  return presences.value;
}

/** Takes presences as the registration and the server's answers have them: by ID. */
export function takePresences(given: Readonly<Record<string, SlimPresence>>): void {
  const after = new Map(presences.peek());
  for (const [id, { active_timestamp = 0, idle_timestamp = 0 }] of Object.entries(given))
    after.set(Number(id), { active: active_timestamp, connected: Math.max(active_timestamp, idle_timestamp) });
  presences.value = after;
}

// Somebody came back.
listenToEvents((event) => {
  if (event.type === 'presence') takePresences(event.presences as Record<string, SlimPresence>);
});
