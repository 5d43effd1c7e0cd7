/** Parts of the observation that the checks of an installation share. */
export { countOutbox, listStandbys } from './queries.ts';
