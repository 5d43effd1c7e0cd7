import { languagesOf, type TextsOf, textsIn } from '../../platform/texts/texts.ts';

/** Texts for recipients. */
export type TrackingWords = TextsOf<'tracking'>;

/** The languages that recipients are told in, by their tags. */
export const TRACKING_LANGUAGES: readonly string[] = languagesOf('tracking');

/** Choices for a recipient who is not at home. */
export const OPTIONS = ['door', 'neighbour', 'call'] as const;

/** Returns what recipients read in a language. */
export const trackingWords = (language: string): TrackingWords => textsIn('tracking', language);
