import catalogue from 'texts:admin/links';
import { inLanguage } from '../../../shared/texts/index.ts';

export const linkWords = inLanguage(catalogue);
