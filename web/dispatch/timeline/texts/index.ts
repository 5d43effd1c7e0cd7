import catalogue from 'texts:dispatch/timeline';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the timeline. */
export const timelineWords = inLanguage(catalogue);
