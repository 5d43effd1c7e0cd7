import { request } from '../../shared/session/session.ts';
import type { RegisterQueueAnswer, SlimPresence } from '../../store/wire/chat.ts';
import { chat, hasState } from './chat.ts';
import { seconds, setServerTime, takePresences } from './presence.ts';

let lastUpdateId = -1;
/** Milliseconds: when the person last did something here. */
let lastInput = 0;

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
    if (answer.server_timestamp !== undefined) setServerTime(answer.server_timestamp);
    lastUpdateId = answer.presence_last_update_id ?? lastUpdateId;
    takePresences(answer.presences ?? {});
  } catch {
    // It is said again in a minute; that the network is away, the bar says.
  }
}
