import { computed } from '@preact/signals';
import { locale } from '../../shared/texts/index.ts';
import type { UserSettings } from '../../shared/user-settings/table.ts';
import { groupIdsOf } from '../../store/chat/select/holders.ts';
import type { Playground } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { clockFormat } from '../data/clock.ts';
import { decorateMessage, type Reader } from './html/decorate.ts';

type Facts = [
  userId: number,
  hasTwentyFour: boolean,
  groups: number[],
  playgrounds: Playground[],
  alertWords: string[],
  hasTextEmoji: boolean,
  previewMotion: Reader['previewMotion'],
];

/** Facts that the texts of messages depend on, as one text: they are drawn anew when it changes, not at each event. */
const facts = computed(() => {
  const { state } = chat.value;
  const settings = state.fields.user_settings as Partial<UserSettings> | undefined;
  const { realm_playgrounds: playgrounds = [], alert_words: alertWords = [] } = state.fields;
  return JSON.stringify([
    ...[
      state.ownUserId,
      settings?.twenty_four_hour_time ?? false,
      [...groupIdsOf(state, state.ownUserId)],
      playgrounds,
      alertWords,
      settings?.emojiset === 'text',
      settings?.web_animate_image_previews ?? 'on_hover',
    ],
  ]);
});

/** Writes times for the reader: in their zone, with 12 or 24 hours as they chose. */
interface TimeWriter {
  clock(at: Date): string;
  moment(at: Date): string;
  exactMoment(at: Date): string;
}

type Decorate = (content: DocumentFragment) => void;

const current = computed<{ times: TimeWriter; decorate: Decorate; decorateAlerted: Decorate }>(() => {
  const [userId, hasTwentyFour, groups, playgrounds, alertWords, hasTextEmoji, previewMotion] = JSON.parse(
    facts.value,
  ) as Facts;
  const hours = clockFormat(hasTwentyFour);
  const clock = new Intl.DateTimeFormat(locale, hours);
  const moment = new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...hours,
  });
  const { hourCycle } = hours;
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', hourCycle });
  const times = {
    clock: (at: Date) => clock.format(at),
    moment: (at: Date) => moment.format(at),
    exactMoment: (at: Date) => exact.format(at),
  };
  const groupIds = new Set(groups);
  const reader: Reader = {
    ...{ userId, isInGroup: (id) => groupIds.has(id), playgrounds, alertWords: [] },
    ...{ hasTextEmoji, previewMotion, ...times },
  };
  const alerted: Reader = { ...reader, alertWords };
  return {
    times,
    decorate: (content) => decorateMessage(content, reader),
    decorateAlerted: (content) => decorateMessage(content, alerted),
  };
});

/** Times as the reader writes them. */
export const times = (): TimeWriter => current.value.times;

/**
 * Returns the decoration of messages for this reader; the same function until its facts change.
 * @param flags of the message: where the server found an alert word, it is marked
 */
export const decoration = (flags: readonly string[] = []): Decorate =>
  flags.includes('has_alert_word') ? current.value.decorateAlerted : current.value.decorate;

const dayKey = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' });

/** Day of a time in seconds, in the reader's zone: `2026-11-28`. */
export function dayInZone(timestamp: number): string {
  return dayKey.format(timestamp * 1000);
}
