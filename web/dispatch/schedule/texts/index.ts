import catalogue from 'texts:dispatch/schedule';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of workers' schedules. */
export const scheduleWords = inLanguage(catalogue);
