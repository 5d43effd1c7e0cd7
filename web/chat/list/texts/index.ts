import catalogue from 'texts:chat/list';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The listWords of the list of messages. */
export const listWords = inLanguage(catalogue);
