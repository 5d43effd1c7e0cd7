import catalogue from 'texts:chat/inbox';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the inbox. */
export const inboxWords = inLanguage(catalogue);
