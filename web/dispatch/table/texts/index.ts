import catalogue from 'texts:dispatch/table';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The tableWords of the table. */
export const tableWords = inLanguage(catalogue);
