import catalogue from 'texts:shared/app-switch';
import { inLanguage } from '../../texts/index.ts';

export const switchWords = inLanguage(catalogue);
