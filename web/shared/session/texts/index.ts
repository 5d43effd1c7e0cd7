import { inLanguage } from '../../texts/index.ts';
import { de } from './de.ts';
import { en, type FactorWords } from './en.ts';

export const factorWords: FactorWords = inLanguage<FactorWords>({ en, de });
