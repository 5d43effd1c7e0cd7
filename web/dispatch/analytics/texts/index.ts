import catalogue from 'texts:dispatch/analytics';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the charts. */
export const analyticsWords = inLanguage(catalogue);
