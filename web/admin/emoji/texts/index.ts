import catalogue from 'texts:admin/emoji';
import { inLanguage } from '../../../shared/texts/index.ts';

export const emojiWords = inLanguage(catalogue);
