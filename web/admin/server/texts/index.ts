import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type ServerWords } from './en.ts';

export const serverWords: ServerWords = inLanguage<ServerWords>({ en, de });
