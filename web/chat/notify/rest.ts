import { computed, effect, signal } from '@preact/signals';
import { hasState } from '../data/chat.ts';
import { clockInWords, dayAndClockInWords } from '../data/clock.ts';
import { saveSetting } from '../data/save-setting.ts';
import { userSettings } from '../data/settings.ts';

/** A timer takes no more milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Changes when "do not disturb" ends by itself. */
const ends = signal(0);

/** End of "do not disturb"; undefined: the person may be disturbed. Other devices change it too. */
export const restUntil = computed<Date | undefined>(() => {
  ends.value;
  const until = hasState.value ? userSettings().do_not_disturb_until * 1000 : 0;
  return until > Date.now() ? new Date(until) : undefined;
});

effect(() => {
  const until = restUntil.value;
  if (!until) return undefined;
  const timer = setTimeout(() => ends.value++, Math.min(until.getTime() - Date.now() + 1, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
});

/** Sets the end on the server, for all devices and e-mails; undefined: ends it now. @throws {Refusal} */
export async function rest(until: Date | undefined): Promise<void> {
  await saveSetting('do_not_disturb_until', until ? Math.round(until.getTime() / 1000) : 0);
}

/** Returns the end in words: the time, with the day where that is another one. */
export function endInWords(until: Date): string {
  const isToday = until.toDateString() === new Date().toDateString();
  return isToday ? clockInWords(until) : dayAndClockInWords(until);
}
