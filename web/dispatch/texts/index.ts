import catalogue from 'texts:dispatch/dispatch';
import { inLanguage } from '../../shared/texts/index.ts';

export type { Words } from 'texts:dispatch/dispatch';

/** The words of the console. */
export const words = inLanguage(catalogue);
