import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { isLocated } from '../../geocoding/found-place.ts';
import type { ActionContext } from '../../http/caller.ts';
import { itemErrorOf } from '../../http/item-error.ts';
import { checkCount } from '../../organization/quotas.ts';
import { accessMemberships, loadTeamNames } from '../../teams/access.ts';
import { accessHubForUpdate, allHubs } from '../access.ts';
import { doCreateHub, doUpdateHub } from '../actions.ts';
import type { EarlierHub, HubLineResult } from './input.ts';
import { type KnownHub, NamedHubs, type PlannedHub } from './named-hubs.ts';
import type { PreparedHub } from './prepare-hubs.ts';

type PlacedHub = Extract<PreparedHub, { hub: object }>;

/** Says what {@link doWriteHubs} would do; nothing is written. @param earlier what it would have done before */
export async function checkHubs(
  reader: Reader,
  prepared: readonly PreparedHub[],
  onlyNew: boolean,
  earlier: readonly EarlierHub[] = [],
): Promise<HubLineResult[]> {
  const hubs = await namedHubs(reader);
  for (const hub of earlier) hubs.assume(hub, onlyNew);
  return eachByItself(hubs, prepared, onlyNew, async ({ hub, place }, { known, teams, count }) => {
    checkCount('hubs', count);
    const [longitude, latitude] = place.location;
    return {
      ...{ id: known?.id ?? `new ${count}`, name: known?.name ?? hub.name, address: place.address },
      ...{ longitude, latitude, located: isLocated(place.geocoding), teams: [...(teams ?? known?.teams ?? [])] },
    };
  });
}

/**
 * Creates the hubs of lines whose names are new, and brings the others up to date, one after the other: a later line sees what
 * an earlier one has changed.
 */
export async function doWriteHubs(
  tx: Tx,
  prepared: readonly PreparedHub[],
  onlyNew: boolean,
  by: ActionContext,
): Promise<HubLineResult[]> {
  await accessMemberships(tx);
  const hubs = await namedHubs(tx);
  return eachByItself(hubs, prepared, onlyNew, async ({ hub: { name, address }, place }, { known, teams }) => {
    const body = { address, ...(teams && { teams: [...teams] }) };
    if (!known) return doCreateHub(tx, { ...body, name }, place, by);
    return doUpdateHub(tx, await accessHubForUpdate(tx, known.id), body, place, by);
  });
}

const namedHubs = async (reader: Reader): Promise<NamedHubs> =>
  new NamedHubs(await allHubs(reader), await loadTeamNames(reader));

async function eachByItself(
  hubs: NamedHubs,
  prepared: readonly PreparedHub[],
  onlyNew: boolean,
  take: (placed: PlacedHub, planned: PlannedHub) => Promise<KnownHub>,
): Promise<HubLineResult[]> {
  const results: HubLineResult[] = [];
  for (const one of prepared) {
    try {
      results.push('error' in one ? refused(one.error) : await taken(one));
    } catch (error) {
      results.push(refused(itemErrorOf(error)));
    }
  }
  return results;

  async function taken(placed: PlacedHub): Promise<HubLineResult> {
    const planned = hubs.plan(placed, onlyNew);
    const { outcome, changes } = planned;
    if (outcome !== 'unchanged') hubs.keep(await take(placed, planned));
    return { error: null, outcome, changes, geocoding: placed.place.geocoding };
  }
}

const refused = (error: HubLineResult['error']): HubLineResult => ({
  ...{ error, outcome: null, changes: [], geocoding: null },
});
