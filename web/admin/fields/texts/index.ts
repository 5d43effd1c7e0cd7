import catalogue from 'texts:admin/fields';
import { inLanguage } from '../../../shared/texts/index.ts';

export const fieldWords = inLanguage(catalogue);
