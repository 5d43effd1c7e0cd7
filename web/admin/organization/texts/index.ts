import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type OrganizationWords } from './en.ts';

export const organizationWords: OrganizationWords = inLanguage<OrganizationWords>({ en, de });
