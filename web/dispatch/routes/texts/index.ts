import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type RouteWords } from './en.ts';

/** The words of the routes. */
export const routeWords: RouteWords = inLanguage<RouteWords>({ en, de });
