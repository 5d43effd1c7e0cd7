import { computed } from '@preact/signals';
import { userSettings } from '../data/settings.ts';

/** Whether the person reads emoji by their names (`emojiset`); the pictures of other sets are those of the device. */
export const hasTextEmoji = computed(() => userSettings().emojiset === 'text');
