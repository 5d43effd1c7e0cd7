import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Address } from '../geocoding/address.ts';
import { Location } from '../geography/location.ts';
import { viewerOf } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { suggest } from './address-suggestion.ts';
import { findRecipientsWithPlace } from './recipient-queries.ts';

const MAX_SUGGESTIONS = 8;
/** Characters from which on somebody is looked for. */
const MIN_LETTERS = 2;

export const suggestRecipients = dispatchOperation({
  method: 'GET',
  path: '/recipients/suggestions',
  summary: 'Suggest recipients by a part of their name or phone number, with the place of their newest task',
  access: 'apiKey',
  query: { q: Type.String({ maxLength: 200, description: 'Part of a name, or digits of a phone number.' }) },
  answer: Type.Object({
    suggestions: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the recipient.' }),
        name: Type.String({ description: 'Full name.' }),
        phone: Type.String({ description: 'Phone number in E.164 form.' }),
        notes: Type.String({ description: 'Notes for all tasks of the recipient.' }),
        language: Nullable(Type.String(), {
          description: "Language of SMS and the tracking page, two letters; null: the organization's.",
        }),
        place: Nullable(
          Type.Object(
            {
              address: described(Address, 'Where it is.'),
              location: Nullable(Location),
              notes: Type.String({ description: 'Notes on the place.' }),
            },
            { description: 'Place of the newest task; null: no task that you see.' },
          ),
        ),
      }),
      { description: `Suggestions, at most ${MAX_SUGGESTIONS}.` },
    ),
  }),
  async read({ reader, caller }, { query: { q = '' } }) {
    if (q.trim().length < MIN_LETTERS) return { suggestions: [] };
    const rows = await findRecipientsWithPlace(reader, viewerOf(caller), q, MAX_SUGGESTIONS);
    const suggestions = rows.map(({ id, name, phone, notes, language, place }) => ({
      ...{ id, name, phone, notes, language },
      place: place && {
        ...withoutSource(suggest('destination', place.address, { ...place, location: [place.lon, place.lat] })),
        notes: place.notes,
      },
    }));
    return { suggestions };
  },
});

const withoutSource = ({ address, location }: ReturnType<typeof suggest>) => ({ address, location });
