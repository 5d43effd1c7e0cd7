import catalogue from 'texts:chat/widget-form';
import { inLanguage } from '../../../../shared/texts/index.ts';

/** The words of the form for polls and to-do lists. */
export const widgetFormWords = inLanguage(catalogue);
