import catalogue from 'texts:admin/exports';
import { inLanguage } from '../../../shared/texts/index.ts';

export const exportWords = inLanguage(catalogue);
