import catalogue from 'texts:chat/chat';
import { inLanguage } from '../../shared/texts/index.ts';

export type { Words } from 'texts:chat/chat';

/** The words of the chat. */
export const words = inLanguage(catalogue);
