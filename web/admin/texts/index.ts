import catalogue from 'texts:admin/admin';
import { inLanguage } from '../../shared/texts/index.ts';

export type { Words } from 'texts:admin/admin';

/** The words of the administration. */
export const words = inLanguage(catalogue);
