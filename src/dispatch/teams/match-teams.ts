import { metadataQuery } from '../metadata/metadata-query.ts';
import { pagesOfTeams } from './list.ts';
import { Team } from './present.ts';

export const matchTeams = metadataQuery({
  path: 'teams',
  name: 'Teams',
  row: Team,
  find: ({ reader, caller }, condition, limit) => pagesOfTeams(reader, caller, condition, limit),
});
