import { signal } from '@preact/signals';
import { request } from '../../shared/session/session.ts';
import type { RegisterQueueAnswer, SlimPresence } from '../../store/wire/chat.ts';
import { chat, hasState, listenToEvents } from './chat.ts';

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
let lastUpdateId = -1;
/** Milliseconds: when the person last did something here. */
let lastInput = 0;

const now = () => Date.now() / 1000 + clockOffset;

function seconds(name: string, otherwise: number): number {
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
function takePresences(given: Readonly<Record<string, SlimPresence>>): void {
  const after = new Map(presences.peek());
  for (const [id, { active_timestamp = 0, idle_timestamp = 0 }] of Object.entries(given))
    after.set(Number(id), { active: active_timestamp, connected: Math.max(active_timestamp, idle_timestamp) });
  presences.value = after;
}

// Somebody came back.
listenToEvents((event) => {
  if (event.type === 'presence') takePresences(event.presences as Record<string, SlimPresence>);
});

/** Reports that this person is here, each minute while the page is visible, and learns who else is. @returns what ends it */
export function followPresence(): () => void {
  const fields = chat.peek().state.fields as Partial<RegisterQueueAnswer>;
  takePresences((fields.presences ?? {}) as Record<string, SlimPresence>);
  lastUpdateId = fields.presence_last_update_id ?? -1;
  lastInput = Date.now();
  const noteInput = () => {
    lastInput = Date.now();
  };
  const report = () => {
    if (!document.hidden && hasState.peek()) void reportPresence();
  };
  const inputs = ['keydown', 'pointerdown', 'pointermove'] as const;
  for (const type of inputs) document.addEventListener(type, noteInput, { passive: true });
  document.addEventListener('visibilitychange', report);
  const timer = setInterval(report, seconds('server_presence_ping_interval_seconds', 60) * 1000);
  report();
  return () => {
    for (const type of inputs) document.removeEventListener(type, noteInput);
    document.removeEventListener('visibilitychange', report);
    clearInterval(timer);
  };
}

async function reportPresence(): Promise<void> {
  const idleAfter = seconds('server_presence_offline_threshold_seconds', 140) * 1000;
  const status = Date.now() - lastInput < idleAfter ? 'active' : 'idle';
  try {
    const answer = await request<{
      presences?: Record<string, SlimPresence>;
      server_timestamp?: number;
      presence_last_update_id?: number;
    }>('/api/v1/users/me/presence', {
      method: 'POST',
      form: { status, slim_presence: true, ping_only: false, last_update_id: lastUpdateId },
    });
    if (answer.server_timestamp !== undefined) clockOffset = answer.server_timestamp - Date.now() / 1000;
    lastUpdateId = answer.presence_last_update_id ?? lastUpdateId;
    takePresences(answer.presences ?? {});
  } catch {
    // It is said again in a minute; that the network is away, the bar says.
  }
}
