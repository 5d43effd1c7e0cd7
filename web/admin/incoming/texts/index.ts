import catalogue from 'texts:admin/incoming';
import { inLanguage } from '../../../shared/texts/index.ts';

export const incomingWords = inLanguage(catalogue);
