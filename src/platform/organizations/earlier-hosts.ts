import type { Database } from '../db/database.ts';
import { insertHost, loadHosts } from './address-queries.ts';

/**
 * The other hosts at which this server was reached before: made-up addresses of people (`user12@HOST`) that clients were
 * given there go on working.
 * @param isNoted whether the present one is written down, for later
 */
export async function earlierHosts(database: Database, host: string, isNoted: boolean): Promise<string[]> {
  const hosts = await loadHosts(database.reader);
  // An ordinary start writes nothing.
  if (isNoted && !hosts.includes(host)) await database.transaction((tx) => insertHost(tx, host));
  return hosts.filter((each) => each !== host);
}
