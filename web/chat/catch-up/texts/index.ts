import catalogue from 'texts:chat/catch-up';
import { inLanguage } from '../../../shared/texts/index.ts';

export const catchUpWords = inLanguage(catalogue);
