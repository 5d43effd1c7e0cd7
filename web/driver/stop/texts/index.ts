import catalogue from 'texts:driver/stop';
import { inLanguage } from '../../../shared/texts/index.ts';

export const stopWords = inLanguage(catalogue);
