import type { EndName } from './ends.ts';

interface Preset {
  id: 'meeting' | 'road' | 'lunch' | 'sick' | 'home' | 'vacation';
  emoji: { emoji_name: string; emoji_code: string; reaction_type: 'unicode_emoji' };
  end: EndName;
}

const unicode = (emoji_name: string, emoji_code: string) =>
  ({ emoji_name, emoji_code, reaction_type: 'unicode_emoji' }) as const;

/** Statuses that people have most, with the time after which they are rarely true. */
export const presets: readonly Preset[] = [
  { id: 'meeting', emoji: unicode('calendar', '1f4c5'), end: 'hour' },
  { id: 'road', emoji: unicode('car', '1f697'), end: 'halfHour' },
  { id: 'lunch', emoji: unicode('fork_and_knife', '1f374'), end: 'hour' },
  { id: 'home', emoji: unicode('house', '1f3e0'), end: 'today' },
  { id: 'sick', emoji: unicode('sick', '1f912'), end: 'today' },
  { id: 'vacation', emoji: unicode('palm_tree', '1f334'), end: 'week' },
];
