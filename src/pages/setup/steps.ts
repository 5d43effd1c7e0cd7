import type { Services } from '../../platform/services.ts';
import type { Visitor } from '../http/page.ts';
import { loadProgress, type ProgressRow, type Uses } from './progress-queries.ts';

/** Steps of a new organization's set-up, in order. */
export type Step = 'uses' | 'people' | 'message' | 'hub' | 'team' | 'worker' | 'task';

const OF_ALL: readonly Step[] = ['uses', 'people'];
const OF_CHAT: readonly Step[] = ['message'];
const OF_DELIVERIES: readonly Step[] = ['hub', 'team', 'worker', 'task'];

/** A step, whether it is done, and what came of it. */
export interface StepState {
  step: Step;
  isDone: boolean;
  /** The name of what was made. */
  made: string | null;
}

export interface SetupProgress {
  row: ProgressRow;
  steps: readonly StepState[];
}

/** Returns the set-up progress of a person's organization, without steps for which they have no account. */
export async function progressOf({ database }: Services, { organization, accounts }: Visitor): Promise<SetupProgress> {
  const row = await loadProgress(database.reader.of(organization.id));
  const uses = row.uses ?? 'both';
  const steps = [
    ...OF_ALL,
    ...(accounts.chat && uses !== 'deliveries' ? OF_CHAT : []),
    ...(accounts.dispatch && uses !== 'chat' ? OF_DELIVERIES : []),
  ];
  return { row, steps: steps.map((step) => ({ step, ...stateOf(step, row) })) };
}

function stateOf(step: Step, row: ProgressRow): { isDone: boolean; made: string | null } {
  if (step === 'uses') return { isDone: row.uses !== null, made: null };
  if (step === 'people') return { isDone: row.hasInvited, made: null };
  return { isDone: row[step] !== null, made: row[step] };
}

/** Whether the checklist is what somebody wants to see first. */
export function isUnderWay({ row, steps }: SetupProgress): boolean {
  return !row.isPutAway && steps.some(({ isDone }) => !isDone);
}

export const pathOfStep = (step: Step) => `/welcome/${step}`;

/** Returns the page after a step: the next open step, or the checklist at the end. */
export function pathAfter(step: Step, { steps }: SetupProgress): string {
  const at = steps.findIndex((each) => each.step === step);
  const next = steps.slice(at + 1).find(({ isDone }) => !isDone);
  return next ? pathOfStep(next.step) : '/welcome';
}

export function isUses(text: string): text is Uses {
  return text === 'chat' || text === 'deliveries' || text === 'both';
}
