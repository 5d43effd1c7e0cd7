import catalogue from 'texts:admin/bots';
import { inLanguage } from '../../../shared/texts/index.ts';

export const botWords = inLanguage(catalogue);
