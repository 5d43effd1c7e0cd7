import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { type AnalyticsWords, en } from './en.ts';

/** The words of the charts. */
export const analyticsWords: AnalyticsWords = inLanguage<AnalyticsWords>({ en, de });
