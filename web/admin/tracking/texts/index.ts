import catalogue from 'texts:admin/tracking';
import { inLanguage } from '../../../shared/texts/index.ts';

export const trackingWords = inLanguage(catalogue);
