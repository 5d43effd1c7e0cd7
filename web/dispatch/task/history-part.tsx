import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { locale } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import type { ListTaskHistoryAnswer, Task } from '../../store/wire/dispatch.ts';
import { nameOfActor, nameOfOwner } from '../data/names.ts';
import { useAction } from '../data/use-action.ts';
import { useFollowed } from '../data/use-followed.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** The hour alone of what was today. */
const momentText = (at: Date): string => (at.toDateString() === new Date().toDateString() ? hour : moment).format(at);
/** The server writes the history a moment after the change. */
const WRITTEN_MS = 1000;

type Written = ListTaskHistoryAnswer['history'][number];
type Kind = Exclude<Written['kind'], 'reported'>;

interface Entry {
  at: number;
  text: string;
  more?: ComponentChildren;
}

/** History of a task, newest last: who did what when. */
export function HistoryPart({ task }: { task: Task }) {
  const path = `/api/v2/tasks/${task.id}/history`;
  const { answer, failure, retry } = useFollowed<ListTaskHistoryAnswer>(path, 'history', useDelayed(task.version));
  const later = useLater(path, answer);
  return (
    <SheetPart title={words.history.title}>
      {failure && !answer && <Failure {...failure} onRetry={retry} />}
      <ol class="history">
        {entriesOf(task, later.entries).map(({ at, text, more }) => (
          <li key={`${at} ${text}`}>
            <time dateTime={new Date(at).toISOString()}>{momentText(new Date(at))}</time>
            <span dir="auto">
              {text}
              {more && <span class="history-more">{more}</span>}
            </span>
          </li>
        ))}
      </ol>
      {later.lastId !== undefined && (
        <Button size="small" busy={later.busy} onClick={later.run}>
          {words.history.more}
        </Button>
      )}
      {later.failure && <Failure {...later.failure} onRetry={later.run} />}
    </SheetPart>
  );
}

/** A value as it was a moment ago. */
function useDelayed<T>(value: T): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), WRITTEN_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}

/** The first page with those that were fetched after it. */
function useLater(path: string, first: ListTaskHistoryAnswer | undefined) {
  const [fetched, setFetched] = useState<ListTaskHistoryAnswer>();
  const lastId = fetched ? fetched.lastId : first?.lastId;
  const { busy, failure, run } = useAction(async () => {
    const page = await request<ListTaskHistoryAnswer>(`${path}?lastId=${lastId}`);
    setFetched((before) => ({ ...page, history: [...(before?.history ?? []), ...page.history] }));
  });
  return { entries: [...(first?.history ?? []), ...(fetched?.history ?? [])], lastId, busy, failure, run };
}

function entriesOf(task: Task, written: readonly Written[]): Entry[] {
  const { completionDetails: details, feedback, recipientMessage, completionReports = [] } = task;
  const worker = task.worker ? nameOfOwner({ type: 'WORKER', id: task.worker }) : words.unknown;
  const kinds = new Set(written.map(({ kind }) => kind));
  const { start, arrival } = words.history.events;
  // What happened before there was a history is in the task.
  const earlier = details.events.flatMap(({ name, time }) => {
    if (name === 'start' && !kinds.has('started')) return [{ at: time, text: start({ name: worker }) }];
    return name === 'arrival' && !kinds.has('arrived') ? [{ at: time, text: arrival({ name: worker }) }] : [];
  });
  const entries: Entry[] = [
    ...written.flatMap((entry) => entryOf(entry, task)),
    ...earlier,
    ...(details.time === null || kinds.has('completed') || kinds.has('failed')
      ? []
      : [completionOf(task, details.time)]),
    ...completionReports.map(
      ({ time, success, notes, failureNotes, wrongPin, worker: id }): Entry => ({
        at: time,
        text: wrongPin
          ? words.history.wrongPin({ name: nameOfOwner({ type: 'WORKER', id }) })
          : words.history.report({ name: nameOfOwner({ type: 'WORKER', id }), success }),
        more: notes || failureNotes,
      }),
    ),
    ...feedback.map(({ rating, comments, time }) => ({
      at: time,
      text: words.history.feedback({ rating }),
      more: comments,
    })),
    ...(recipientMessage
      ? [{ at: recipientMessage.time, text: words.history.message, more: recipientMessage.text }]
      : []),
  ];
  return entries.sort((a, b) => a.at - b.at);
}

/** An entry as the server has it; a report comes from the task, with what was reported. */
function entryOf(entry: Written, task: Task): Entry[] {
  const { kind, time: at, by, worker, team } = entry;
  if (kind === 'reported') return [];
  const whom = worker?.name ?? team?.name ?? words.unassigned;
  const what = textOf(kind, whom);
  const who = by && words.history.by({ name: by.name ?? nameOfActor(by) });
  const more = kind === 'completed' || kind === 'failed' ? completionOf(task, at).more : undefined;
  return [{ at, text: who ? `${what} ${who}` : what, more }];
}

function textOf(kind: Kind, whom: string): string {
  const { kinds } = words.history;
  if (kind === 'assigned' || kind === 'moved') return kinds[kind]({ whom });
  return kinds[kind];
}

function completionOf({ completionDetails: details }: Task, at: number): Entry {
  if (details.success) return { at, text: words.history.kinds.completed, more: details.notes };
  const reasons: Record<string, string> = words.reasons;
  const reason = Object.hasOwn(reasons, details.failureReason) ? reasons[details.failureReason] : '';
  return { at, text: words.history.kinds.failed, more: [reason, details.failureNotes].filter(Boolean).join(': ') };
}
