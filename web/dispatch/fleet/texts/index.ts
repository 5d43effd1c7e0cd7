import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type FleetWords } from './en.ts';

/** The words of workers, teams and hubs, and of their forms. */
export const fleetWords: FleetWords = inLanguage<FleetWords>({ en, de });
