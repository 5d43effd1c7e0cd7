import { computed, signal } from '@preact/signals';
import { apply } from '../../store/chat/apply/index.ts';
import { registeredState } from '../../store/chat/register.ts';
import type { ChatEvent, ChatState } from '../../store/chat/state.ts';
import type { RegisterQueueAnswer } from '../../store/wire/chat.ts';

/** State of the organization as this person sees it; changed in place, so screens read it through `chat`. */
let state: ChatState | undefined;

const changes = signal(0);
let isRaised = false;

/** Whether there is a state: nothing is shown before. */
export const hasState = signal(false);

/** Known state, in a new wrapper after each change: once for all that came since the last frame. */
export const chat = computed<{ state: ChatState }>(() => {
  changes.value;
  return { state: state! };
});

/** Takes the answer of a registration. What was fetched before is kept as far as it is still so. */
export function takeRegistration(answer: RegisterQueueAnswer): void {
  state = registeredState(answer);
  hasState.value = true;
  raise();
}

/** Takes an event of the queue. */
export function takeEvent(event: ChatEvent): void {
  if (apply(state!, event).size > 0) raise();
  for (const listen of listeners) listen(event);
}

const listeners = new Set<(event: ChatEvent) => void>();

/** Calls `listen` with each event after the state has taken it: for what passes and is in no state. */
export function listenToEvents(listen: (event: ChatEvent) => void): void {
  listeners.add(listen);
}

/** Screens are drawn once for all that came since they were drawn last. To be called after each change of the state. */
export function raise(): void {
  if (isRaised) return;
  isRaised = true;
  // A hidden page gets no frames; what it says in its title must be true all the same.
  if (document.hidden) setTimeout(flush);
  else requestAnimationFrame(flush);
}

function flush(): void {
  isRaised = false;
  changes.value++;
}
