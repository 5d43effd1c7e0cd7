import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type GroupWords } from './en.ts';

export const groupWords: GroupWords = inLanguage<GroupWords>({ en, de });
