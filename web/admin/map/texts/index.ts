import catalogue from 'texts:admin/map';
import { inLanguage } from '../../../shared/texts/index.ts';

export const mapWords = inLanguage(catalogue);
