import catalogue from 'texts:chat/widgets';
import { inLanguage } from '../../../../shared/texts/index.ts';

/** The words of polls and to-do lists. */
export const widgetWords = inLanguage(catalogue);
