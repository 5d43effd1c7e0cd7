import { Type } from 'typebox';
import { countInvitable } from '../../chat/imports/access.ts';
import { Nullable } from '../../dispatch/http/validate.ts';
import { loadImportRuns } from '../../platform/imports/access.ts';
import { countOpenOrganizations } from '../../platform/organizations/organizations.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const listImports = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/imports',
  summary: 'List the 50 newest imports that concern the organization, with their progress',
  access: 'owner',
  answer: Type.Object({
    mayMoveIn: Type.Boolean({
      description: 'True if a team can be moved in from a page: the server has no other organization.',
    }),
    invitable: Type.Object(
      {
        waiting: Type.Integer({ description: 'People whom an invitation by e-mail can reach.' }),
        withoutAddress: Type.Integer({ description: 'People without an e-mail address.' }),
      },
      { description: 'Imported people of the organization who cannot sign in yet.' },
    ),
    imports: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the import.' }),
        source: Type.String({ description: 'Program that the data comes from.' }),
        organization: Type.Object(
          {
            id: Type.String({ description: 'ID of the organization.' }),
            name: Type.String({ description: 'Name of the organization.' }),
          },
          { description: 'Organization that it writes to.' },
        ),
        phase: Type.Enum(['uploading', 'reading', 'checked', 'writing', 'ended', 'failed'], {
          description: 'Its state; `checked`: it waits until somebody has looked at what would be imported.',
        }),
        done: Type.Integer({ description: 'Objects written.' }),
        total: Nullable(Type.Integer(), {
          description: 'Objects in total; null until the whole source has been read.',
        }),
        begunAt: Type.String({ description: 'When it began, in ISO 8601.' }),
        steppedAt: Type.String({ description: 'When its last step ended, in ISO 8601.' }),
        endedAt: Nullable(Type.String(), { description: 'When it ended, in ISO 8601; null before.' }),
        failure: Nullable(Type.String(), { description: 'Why it stopped; null if it did not.' }),
      }),
      { description: 'Imports, the newest first.' },
    ),
  }),
  async serve({ services, session: { organizationId } }) {
    const { cells, database } = services;
    const { reader } = database;
    // As for the state of the server: with several organizations, what a command imports is none of theirs.
    const isAlone = !cells && (await countOpenOrganizations(reader)) === 1;
    const runs = await loadImportRuns(reader, organizationId, isAlone);
    return {
      mayMoveIn: isAlone,
      invitable: await countInvitable(reader.of(organizationId)),
      imports: runs.map(({ organizationId: id, name, begunAt, steppedAt, endedAt, ...run }) => ({
        ...run,
        organization: { id, name },
        begunAt: begunAt.toISOString(),
        steppedAt: steppedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      })),
    };
  },
});
