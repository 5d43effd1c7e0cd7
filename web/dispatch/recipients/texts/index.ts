import catalogue from 'texts:dispatch/recipients';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of recipients. */
export const recipientWords = inLanguage(catalogue);
