import catalogue from 'texts:shared/session';
import { inLanguage } from '../../texts/index.ts';

export const factorWords = inLanguage(catalogue);
