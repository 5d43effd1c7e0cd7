import catalogue from 'texts:dispatch/table';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the table. */
export const words = inLanguage(catalogue);
