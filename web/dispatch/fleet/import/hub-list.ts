import {
  guessHubMeanings,
  type HubLine,
  type HubMeaning,
  hubMeanings,
  readHubLine,
} from '../../../../rules/hub-lines.ts';
import { plainHeading } from '../../../../rules/task-columns.ts';
import { organization } from '../../data/organization.ts';
import type { ListOfPeople } from '../../people-import/people-list.ts';
import { tableWords } from '../../table/texts/index.ts';
import { fleetWords } from '../texts/index.ts';

/** Precisions at which neither the house nor the street was found. */
const ROUGH = new Set(['postalCode', 'city', 'region']);

/** Lists of hubs with their addresses and the names of their teams. */
export function hubList(): ListOfPeople<HubMeaning> {
  const words = fleetWords.importHubs;
  const { problems: sentences, meanings: places } = tableWords.bring;
  const nameOf = (value: HubMeaning) => (value === 'name' || value === 'teams' ? words.meanings[value] : places[value]);
  return {
    ...{ words, person: words.hub, path: '/api/v2/hubs/batch', member: 'hubs' },
    // The server looks each address up.
    ...{ checkedAtOnce: 100, sentAtOnce: 100, guess: guessHubMeanings },
    meanings: hubMeanings.map((value) => ({ value, name: nameOf(value) })),
    read(cells, meanings) {
      const { hub, problems } = readHubLine(cells, meanings, organization.value?.country ?? '');
      const reasons = problems.map(({ kind, text }) => {
        if (kind === 'hubName') return words.problems.hubName;
        return kind === 'position' ? sentences.position({ text }) : sentences.noPlace;
      });
      return { person: hub, problems: reasons };
    },
    detailOf: ({ address: { unparsed, street, number, city } }: HubLine) =>
      unparsed ?? [[street, number].filter(Boolean).join(' '), city].filter(Boolean).join(', '),
    nameOfField: (field) => words.fields[field as keyof typeof words.fields] ?? field,
    earlierOf: ({ name, teams }: HubLine) => ({ name, ...(teams && { teams }) }),
    keyOf: ({ name }) => plainHeading(name) || name,
    repeated: words.repeated,
    noteOf: (result) =>
      'geocoding' in result && result.geocoding && ROUGH.has(result.geocoding.precision)
        ? tableWords.bring.rough
        : undefined,
  };
}
