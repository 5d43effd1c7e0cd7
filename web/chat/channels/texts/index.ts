import catalogue from 'texts:chat/channels';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the screens of all channels and of a new one. */
export const channelsWords = inLanguage(catalogue);
