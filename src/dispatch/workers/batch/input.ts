import { type Static, Type } from 'typebox';
import { ItemError } from '../../http/item-error.ts';
import { Name, Nullable } from '../../http/validate.ts';
import { SkillsInput } from '../../skills/skills.ts';
import { workerInput } from '../input.ts';

/** As many as a list may have. */
export const MAX_BATCH_WORKERS = 5000;
/** Maximum size of the body. */
export const MAX_WORKERS_MIB = 32;

const Text = Type.Optional(Type.String({ maxLength: 500 }));
const { displayName, capacity } = workerInput.properties;

/** A worker as a list of the fleet has them. An absent member changes nothing of a known worker. */
export const listedWorker = Type.Object({
  ...{ name: Name, phone: Type.String(), displayName, capacity },
  teams: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  vehicle: Type.Optional(
    Type.Union([
      Type.Object({
        type: Type.Optional(Type.Enum(['CAR', 'MOTORCYCLE', 'BICYCLE', 'TRUCK'])),
        ...{ description: Text, licensePlate: Text, color: Text },
      }),
      Type.Null(),
    ]),
  ),
  skills: Type.Optional(SkillsInput),
});

/** Body of a batch and of its check. An item that is wrong spoils only itself, so each is checked by itself. */
export const workerBatch = Type.Object({
  workers: Type.Array(Type.Unknown(), {
    maxItems: MAX_BATCH_WORKERS,
    description:
      `Workers, each as for the creation of one, but with the names of teams instead of their IDs. At most ${MAX_BATCH_WORKERS}. ` +
      'A team that does not exist is created. An absent member changes nothing of a known worker.',
  }),
  onlyNew: Type.Optional(
    Type.Boolean({
      description: 'True: workers whose phone number is known stay as they are. False if absent: they are updated.',
    }),
  ),
});

/** Result for one worker of a batch. */
const WorkerLineResult = Type.Object({
  error: Nullable(ItemError, { description: 'Why this worker is refused; null if they are not.' }),
  outcome: Nullable(Type.Enum(['created', 'changed', 'unchanged']), {
    description: 'Whether the worker is new, or one with this phone number is changed or stays as they are.',
  }),
  changes: Type.Array(Type.String(), { description: 'Fields of the known worker that change; empty if none does.' }),
  phone: Nullable(Type.String(), { description: 'Phone number in E.164 form; null if it is not valid.' }),
});
export type WorkerLineResult = Static<typeof WorkerLineResult>;

/** Answer to a batch and to its check. */
export const WorkerLineResults = Type.Object({
  results: Type.Array(WorkerLineResult, { description: 'In the order of the workers.' }),
  newTeams: Type.Array(Type.String(), { description: 'Names of the teams that are new.' }),
});
export type WorkerLineResults = Static<typeof WorkerLineResults>;
