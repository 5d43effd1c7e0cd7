import catalogue from 'texts:dispatch/map';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the map. */
export const mapWords = inLanguage(catalogue);
