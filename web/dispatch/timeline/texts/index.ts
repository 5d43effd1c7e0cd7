import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type TimelineWords } from './en.ts';

/** The words of the timeline. */
export const timelineWords: TimelineWords = inLanguage<TimelineWords>({ en, de });
