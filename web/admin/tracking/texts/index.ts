import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type TrackingWords } from './en.ts';

export const trackingWords: TrackingWords = inLanguage<TrackingWords>({ en, de });
