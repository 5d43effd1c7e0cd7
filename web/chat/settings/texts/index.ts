import catalogue from 'texts:chat/settings';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the settings. */
export const settingsWords = inLanguage(catalogue);
