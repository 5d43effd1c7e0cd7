import catalogue from 'texts:admin/permissions';
import { inLanguage } from '../../../shared/texts/index.ts';

export const permissionWords = inLanguage(catalogue);
