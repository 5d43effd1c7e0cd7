import catalogue from 'texts:chat/message';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The rowWords of a message's menu and its dialogs. */
export const rowWords = inLanguage(catalogue);
