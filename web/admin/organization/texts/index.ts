import catalogue from 'texts:admin/organization';
import { inLanguage } from '../../../shared/texts/index.ts';

export const organizationWords = inLanguage(catalogue);
