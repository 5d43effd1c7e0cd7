import catalogue from 'texts:chat/notify';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of notifications and of "do not disturb". */
export const notifyWords = inLanguage(catalogue);
