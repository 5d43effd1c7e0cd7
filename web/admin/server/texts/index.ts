import catalogue from 'texts:admin/server';
import { inLanguage } from '../../../shared/texts/index.ts';

export const serverWords = inLanguage(catalogue);
