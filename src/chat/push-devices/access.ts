export { loadDevices } from './queries.ts';
