import catalogue from 'texts:admin/newcomers';
import { inLanguage } from '../../../shared/texts/index.ts';

export const newcomerWords = inLanguage(catalogue);
