import catalogue from 'texts:driver/scan';
import { inLanguage } from '../../../shared/texts/index.ts';

export const scanWords = inLanguage(catalogue);
