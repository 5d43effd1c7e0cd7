import { useEffect, useRef, useState } from 'preact/hooks';
import type { Completion } from '../../store/driver/action.ts';
import { barcodesFor } from '../../store/driver/barcodes.ts';
import type { StopProof } from '../../store/driver/earlier.ts';
import type { DriverField } from '../../store/driver/fields.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { draftOf, keepDraft } from '../data/drafts.ts';
import { problemOf } from './problem.ts';

/** Input at an unfinished stop; only fields that were touched. */
export interface StopDraft extends StopProof {
  /** Tasks at the same place that are done in the same go. */
  together: readonly string[];
  /** PINs as their recipients have said them, by task. */
  pins: Readonly<Record<string, string>>;
}

const EMPTY: StopDraft = {
  ...{ notes: '', photos: [], signature: null, barcodes: [], scans: [], verifiedAge: null, fields: {}, together: [] },
  pins: {},
};

/** The draft of a task, as it lies on the phone; undefined until it is read. Each change is written down. */
export function useDraft(taskId: string) {
  const [draft, setDraft] = useState<StopDraft>();
  const [problem, setProblem] = useState<string>();
  const newest = useRef(EMPTY);
  // One after the other: what was filled in last is what stays.
  const written = useRef(Promise.resolve());
  useEffect(() => {
    let isHere = true;
    void draftOf<StopDraft>(taskId)
      .catch(() => undefined)
      .then((stored) => {
        newest.current = { ...EMPTY, ...stored };
        if (isHere) setDraft(newest.current);
      });
    return () => {
      isHere = false;
    };
  }, [taskId]);
  const change = async (part: (before: StopDraft) => Partial<StopDraft>) => {
    newest.current = { ...newest.current, ...part(newest.current) };
    setDraft(newest.current);
    written.current = written.current.then(async () => {
      try {
        await keepDraft(taskId, newest.current);
        setProblem(undefined);
      } catch (error) {
        setProblem(problemOf(error));
      }
    });
    await written.current;
  };
  return { draft, change, problem };
}

/** Changes part of a draft, by what it was. */
export type ChangeDraft = ReturnType<typeof useDraft>['change'];

/**
 * Returns a draft's completion of a task: among the codes scanned for several tasks those that it requires; codes that
 * none requires go with the first.
 */
export function completionOf(draft: StopDraft, task: Task, together: readonly Task[]): Completion {
  const barcodes = barcodesFor(task, together, draft.barcodes, task === together[0]);
  const scans = (draft.scans ?? []).filter(({ data }) => barcodes.includes(data));
  const pin = draft.pins[task.id]?.trim() ?? '';
  const customFields = Object.entries(draft.fields).map(([key, value]) => ({ key, value }));
  return {
    success: true,
    notes: draft.notes,
    barcodes,
    ...(scans.length > 0 && { scans }),
    ...(draft.verifiedAge !== null && { verifiedAge: draft.verifiedAge }),
    ...(customFields.length > 0 && { customFields }),
    ...(task.requirements.pin && pin !== '' && { pin }),
  };
}

/** A field's present value: as it was filled in here, else as the task has it. */
export function fieldValue(draft: StopDraft, task: Task, { key }: DriverField): unknown {
  return key in draft.fields ? draft.fields[key] : task.customFields.find((field) => field.key === key)?.value;
}
