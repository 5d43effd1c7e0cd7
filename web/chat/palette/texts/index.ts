import catalogue from 'texts:chat/palette';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the screen. */
export const paletteWords = inLanguage(catalogue);
