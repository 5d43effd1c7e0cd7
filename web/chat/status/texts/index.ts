import catalogue from 'texts:chat/status';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of a person's status. */
export const statusWords = inLanguage(catalogue);
