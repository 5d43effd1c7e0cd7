import catalogue from 'texts:driver/driver';
import { inLanguage } from '../../shared/texts/index.ts';

export type { Words } from 'texts:driver/driver';

/** The words of the driver's app. */
export const words = inLanguage(catalogue);
