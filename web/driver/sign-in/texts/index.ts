import catalogue from 'texts:driver/sign-in';
import { inLanguage } from '../../../shared/texts/index.ts';

export const signInWords = inLanguage(catalogue);
