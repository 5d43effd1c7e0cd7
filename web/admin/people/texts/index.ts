import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type PeopleWords } from './en.ts';

export const peopleWords: PeopleWords = inLanguage<PeopleWords>({ en, de });
