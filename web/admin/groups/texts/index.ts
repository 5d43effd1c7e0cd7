import catalogue from 'texts:admin/groups';
import { inLanguage } from '../../../shared/texts/index.ts';

export const groupWords = inLanguage(catalogue);
