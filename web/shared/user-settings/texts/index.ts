import catalogue from 'texts:shared/user-settings';
import { inLanguage } from '../../texts/index.ts';

/** Names and choices of a person's settings. */
export const userSettingWords = inLanguage(catalogue);
