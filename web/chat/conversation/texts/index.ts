import catalogue from 'texts:chat/conversation';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the screen. */
export const conversationWords = inLanguage(catalogue);
