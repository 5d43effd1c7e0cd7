import catalogue from 'texts:dispatch/fleet';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of workers, teams and hubs, and of their forms. */
export const fleetWords = inLanguage(catalogue);
