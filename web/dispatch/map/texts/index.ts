import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type MapWords } from './en.ts';

/** The words of the map. */
export const mapWords: MapWords = inLanguage<MapWords>({ en, de });
