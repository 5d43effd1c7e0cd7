import catalogue from 'texts:driver/ask';
import { inLanguage } from '../../../shared/texts/index.ts';

export const askWords = inLanguage(catalogue);
