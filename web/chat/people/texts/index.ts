import catalogue from 'texts:chat/people';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of people, groups and invitations. */
export const peopleWords = inLanguage(catalogue);
