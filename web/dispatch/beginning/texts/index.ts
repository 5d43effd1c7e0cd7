import catalogue from 'texts:dispatch/beginning';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the first steps. */
export const beginningWords = inLanguage(catalogue);
