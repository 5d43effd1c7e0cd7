import catalogue from 'texts:chat/message';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of a message's menu and its dialogs. */
export const rowWords = inLanguage(catalogue);
