import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type ScheduleWords } from './en.ts';

/** The words of workers' schedules. */
export const scheduleWords: ScheduleWords = inLanguage<ScheduleWords>({ en, de });
