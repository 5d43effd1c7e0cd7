import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type SessionWords } from './en.ts';

export const sessionWords: SessionWords = inLanguage<SessionWords>({ en, de });
