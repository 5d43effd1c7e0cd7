import catalogue from 'texts:chat/channel-settings';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of a channel's own page. */
export const settingsOfChannelWords = inLanguage(catalogue);
