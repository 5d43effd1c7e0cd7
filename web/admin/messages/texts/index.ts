import catalogue from 'texts:admin/messages';
import { inLanguage } from '../../../shared/texts/index.ts';

export const messageWords = inLanguage(catalogue);
