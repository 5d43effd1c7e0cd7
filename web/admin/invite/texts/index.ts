import catalogue from 'texts:admin/invite';
import { inLanguage } from '../../../shared/texts/index.ts';

export const inviteWords = inLanguage(catalogue);
