import catalogue from 'texts:admin/keys';
import { inLanguage } from '../../../shared/texts/index.ts';

export const keyWords = inLanguage(catalogue);
