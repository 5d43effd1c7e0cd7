import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type MapWords } from './en.ts';

export const mapWords: MapWords = inLanguage<MapWords>({ en, de });
