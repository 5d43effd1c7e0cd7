import catalogue from 'texts:admin/sessions';
import { inLanguage } from '../../../shared/texts/index.ts';

export const sessionWords = inLanguage(catalogue);
