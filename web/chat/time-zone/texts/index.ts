import catalogue from 'texts:chat/time-zone';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the offer to take the device's time zone. */
export const timeZoneWords = inLanguage(catalogue);
