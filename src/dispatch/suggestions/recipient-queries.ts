import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Address } from '../geocoding/address.ts';
import type { Precision } from '../geocoding/found-place.ts';
import { isNamedOrReached, seesRecipient } from '../recipients/fragments.ts';
import { seesTask, type Viewer } from '../sight/fragments.ts';

/** A recipient, and where their newest task went. */
export interface RecipientWithPlaceRow {
  id: string;
  name: string;
  phone: string;
  notes: string;
  language: string | null;
  place: { address: Address; lon: number; lat: number; precision: Precision; notes: string } | null;
}

/** Recipients in sight by a part of their name or number; first those whose name begins with it. */
export function findRecipientsWithPlace(
  reader: Reader,
  viewer: Viewer,
  text: string,
  limit: number,
): Promise<RecipientWithPlaceRow[]> {
  const { organizationId } = reader;
  return reader.all(sql<RecipientWithPlaceRow>`
    select r.id, r.name, r.phone, r.notes, r.language, place.place
    from (
      select r.id, r.name, r.phone, r.notes, r.language, not starts_with(r.name_key, ${text.trim().toLowerCase()}) as is_within,
        r.name_key
      from dispatch.recipients r
      where r.organization_id = ${organizationId} and ${isNamedOrReached(text)} and ${seesRecipient(viewer)}
      order by is_within, r.name_key collate "C", r.id limit ${limit}
    ) as r
    left join lateral (
      select jsonb_build_object('address', d.address, 'lon', d.lon, 'lat', d.lat, 'notes', d.notes,
        'precision', d.geocoding->'precision') as place
      from dispatch.tasks t
        join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
      where t.organization_id = ${organizationId} and t.recipient_id = r.id and ${seesTask(viewer)}
      order by t.created_at desc, t.seq desc limit 1
    ) as place on true
    order by r.is_within, r.name_key collate "C", r.id`);
}
