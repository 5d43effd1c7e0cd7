import catalogue from 'texts:chat/channel-form';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of a channel's fields and permissions. */
export const formWords = inLanguage(catalogue);
