import catalogue from 'texts:admin/audit';
import { inLanguage } from '../../../shared/texts/index.ts';

export const auditWords = inLanguage(catalogue);
