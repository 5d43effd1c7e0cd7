import { computed, signal } from '@preact/signals';
import { apply } from '../../store/chat/apply/index.ts';
import { shownState } from '../../store/chat/outbox/shown.ts';
import { registeredState } from '../../store/chat/register.ts';
import type { ChatEvent, ChatState } from '../../store/chat/state.ts';
import type { RegisterQueueAnswer } from '../../store/wire/chat.ts';
import { chatOutbox, settleOutbox } from './outbox.ts';

/** State of the organization as this person sees it; changed in place, so screens read it through `chat`. */
let state: ChatState | undefined;

const changes = signal(0);
let isRaised = false;

/** Whether there is a state: nothing is shown before. */
export const hasState = signal(false);

/**
 * State as it is shown, with what is on its way to the server, in a new wrapper after each change: once for all that came
 * since the last frame.
 */
export const chat = computed<{ state: ChatState }>(() => {
  changes.value;
  return { state: state && shownState(state, chatOutbox.value) } as { state: ChatState };
});

/** Takes the answer of a registration: the first, or one after events were lost. */
export function takeRegistration(answer: RegisterQueueAnswer): void {
  startWith(registeredState(answer, state));
}

/** Takes a state over: from another tab, or from the disk. */
export function startWith(known: ChatState): void {
  state = known;
  // Whoever reads it at once reads the new one.
  changes.value++;
  hasState.value = true;
}

/** State as events left it: what is fetched goes into it, and another tab begins with it. Undefined while nothing is known. */
export function knownState(): ChatState | undefined {
  return state;
}

/** Takes an event of the queue. */
export function takeEvent(event: ChatEvent): void {
  if (apply(state!, event)) raise();
  // At once: what a later event takes back would look as if it were not done yet.
  settleOutbox();
  for (const listen of listeners) listen(event);
}

const listeners = new Set<(event: ChatEvent) => void>();

/** Calls `listen` with each event after the state has taken it: for what passes and is in no state. @returns what ends it */
export function listenToEvents(listen: (event: ChatEvent) => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
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
  settleOutbox();
  changes.value++;
}
