import catalogue from 'texts:dispatch/routes';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the routes. */
export const routeWords = inLanguage(catalogue);
