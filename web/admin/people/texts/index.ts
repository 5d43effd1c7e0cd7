import catalogue from 'texts:admin/people';
import { inLanguage } from '../../../shared/texts/index.ts';

export const peopleWords = inLanguage(catalogue);
