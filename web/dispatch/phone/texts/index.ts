import catalogue from 'texts:dispatch/phone';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of signing a worker's phone in. */
export const phoneWords = inLanguage(catalogue);
