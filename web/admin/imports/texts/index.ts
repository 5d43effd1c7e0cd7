import catalogue from 'texts:admin/imports';
import { inLanguage } from '../../../shared/texts/index.ts';

export const importsWords = inLanguage(catalogue);
