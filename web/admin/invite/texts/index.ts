import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type InviteWords } from './en.ts';

export const inviteWords: InviteWords = inLanguage<InviteWords>({ en, de });
