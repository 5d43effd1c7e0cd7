import { Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { described } from '../../platform/http/described.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Millis, ObjectId } from '../http/validate.ts';
import type { Viewer } from '../sight/fragments.ts';
import { accessRoutePlan } from './access.ts';
import { presentRoutePlan, RoutePlan } from './present.ts';
import { listRoutePlans as findRoutePlans } from './queries.ts';

/** The vendor's pages. */
const PAGE = 500;

/** Filters of a list of route plans, and the page. */
export const routePlanQuery = {
  workerId: described(ObjectId, 'ID of the worker whose plans to list.'),
  startTimeFrom: described(Millis, 'Plans that start at this time or later, in milliseconds since 1970.'),
  startTimeTo: described(Millis, 'Plans that start until this time, in milliseconds since 1970.'),
  createdTimeFrom: described(Millis, 'Plans created at this time or later, in milliseconds since 1970.'),
  createdTimeTo: described(Millis, 'Plans created until this time, in milliseconds since 1970.'),
  hasTasks: Type.Boolean({ description: 'True: only plans with tasks; false: only plans without.' }),
  limit: Type.Integer({ minimum: 1, maximum: PAGE, description: `Maximum number of plans; ${PAGE} if absent.` }),
  lastId: described(ObjectId, 'The `lastId` of the page before.'),
};
type Given = {
  workerId?: string;
  startTimeFrom?: number;
  startTimeTo?: number;
  createdTimeFrom?: number;
  createdTimeTo?: number;
  hasTasks?: boolean;
  limit?: number;
  lastId?: string;
};

/** client: the last page has no `lastId` at all. */
export const RoutePlanPage = Type.Object({
  routePlans: Type.Array(RoutePlan, { description: 'Plans of this page, oldest first.' }),
  lastId: Type.Optional(Type.String({ description: 'Send it as `lastId` for the next page; absent on the last one.' })),
});

export const listRoutePlansOperation = dispatchOperation({
  method: 'GET',
  path: '/routePlans',
  summary: 'List route plans, oldest first, 500 a page at most',
  access: 'apiKey',
  query: routePlanQuery,
  answer: RoutePlanPage,
  errors: [1402],
  read: ({ reader, caller }, { query }) => pageOfRoutePlans(reader, caller, query),
});

/** @throws {DispatchError} 1402 when there is no plan `lastId` */
export async function pageOfRoutePlans(reader: Reader, viewer: Viewer, given: Given) {
  const { lastId, limit = PAGE } = given;
  if (lastId) await accessRoutePlan(reader, lastId);
  const date = (time: number | undefined) => (time === undefined ? undefined : new Date(time));
  const filter = {
    workerId: given.workerId,
    hasTasks: given.hasTasks,
    startTimeFrom: date(given.startTimeFrom),
    startTimeTo: date(given.startTimeTo),
    createdTimeFrom: date(given.createdTimeFrom),
    createdTimeTo: date(given.createdTimeTo),
  };
  const rows = await findRoutePlans(reader, viewer, filter, lastId, limit + 1);
  const routePlans = rows.slice(0, limit).map(presentRoutePlan);
  return { routePlans, ...(rows.length > limit ? { lastId: routePlans.at(-1)!.id } : {}) };
}
