import { sealingKeyUses } from '../../platform/credentials/reseal.ts';
import type { Services } from '../../platform/services.ts';
import { countOutbox, listStandbys } from '../observation/access.ts';
import { countConnections, demandsStandby } from './database-state.ts';
import { type Finding, passOrFail } from './finding.ts';

const MIB = 2 ** 20;
/** A standby that is further behind takes minutes to take over. */
const LAG_MIB = 64;
/** Share of the connections in use above which requests will soon wait. */
const BUSY_SHARE = 0.9;
/** A message to a provider that works leaves within seconds. */
const LATE_SECONDS = 600;

/** Checks what the program needs of the database: connections, a standby that keeps up, values that its keys open. */
export async function examineDatabase(services: Services): Promise<Finding[]> {
  return [
    ...(await examineConnections(services)),
    await examineStandbys(services),
    await examineSealedValues(services),
    ...(await examineOutbox(services)),
  ];
}

async function examineConnections({ config, database }: Services): Promise<Finding[]> {
  if (config.databaseUrl === undefined) return [];
  const { limit, used, processes, needed } = await countConnections(database.reader);
  const check = 'connections';
  const detail = `${used} of ${limit} in use; ${processes} serving processes take ${needed} at most`;
  if (needed > limit) return [{ check, state: 'fail', detail: `${detail}. Raise max_connections` }];
  const isBusy = used > BUSY_SHARE * limit;
  return [{ check, state: isBusy ? 'warn' : 'ok', detail: isBusy ? `${detail}. Raise max_connections` : detail }];
}

async function examineStandbys({ database }: Services): Promise<Finding> {
  const check = 'standby';
  const standbys = await listStandbys(database.reader);
  if (standbys.length === 0)
    return (await demandsStandby(database.reader))
      ? {
          check,
          state: 'fail',
          detail: 'synchronous_standby_names demands a standby, but none is connected: writes wait',
        }
      : { check, state: 'ok', detail: 'none' };
  const late = standbys.some(({ lagBytes }) => (lagBytes ?? 0) > LAG_MIB * MIB);
  const detail = standbys
    .map(({ name, isSynchronous, lagBytes }) => {
      const lag = lagBytes === null ? 'lag unknown' : `${Math.ceil(lagBytes / MIB)} MiB behind`;
      return `${name} (${isSynchronous ? 'synchronous' : 'asynchronous'}, ${lag})`;
    })
    .join(', ');
  return { check, state: late ? 'warn' : 'ok', detail };
}

async function examineSealedValues({ database, secrets }: Services): Promise<Finding> {
  const { others } = await sealingKeyUses({ database, secrets });
  return passOrFail(
    'sealing key',
    others === 0,
    others === 0 ? 'it opens all sealed values' : `${others} values are sealed under keys that are not here`,
  );
}

async function examineOutbox({ database, clock }: Services): Promise<Finding[]> {
  return (await countOutbox(database.reader, clock.now())).map(({ channel, due, oldestSeconds, failed, sent }) => {
    const check = channel === 'sms' ? 'SMS queue' : 'e-mail queue';
    const detail = `${due} due, the oldest for ${Math.round(oldestSeconds)} s; ${sent} sent and ${failed} failed in a day`;
    const isLate = oldestSeconds > LATE_SECONDS;
    return { check, state: isLate || failed > 0 ? 'warn' : 'ok', detail };
  });
}
