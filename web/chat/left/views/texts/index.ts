import catalogue from 'texts:chat/views';
import { inLanguage } from '../../../../shared/texts/index.ts';

export const viewWords = inLanguage(catalogue);
