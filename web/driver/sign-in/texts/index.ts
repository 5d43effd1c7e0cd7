import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type SignInWords } from './en.ts';

export const signInWords: SignInWords = inLanguage<SignInWords>({ en, de });
