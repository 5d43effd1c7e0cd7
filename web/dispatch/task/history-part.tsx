import type { ComponentChildren } from 'preact';
import { locale } from '../../shared/texts/index.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { nameOfOwner } from '../data/names.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

interface Entry {
  at: number;
  text: string;
  more?: ComponentChildren;
}

/** History of a task, newest last. */
export function HistoryPart({ task }: { task: Task }) {
  return (
    <SheetPart title={words.history.title}>
      <ol class="history">
        {entriesOf(task).map(({ at, text, more }) => (
          <li key={`${at} ${text}`}>
            <time dateTime={new Date(at).toISOString()}>{moment.format(at)}</time>
            <span dir="auto">
              {text}
              {more && <span class="history-more">{more}</span>}
            </span>
          </li>
        ))}
      </ol>
    </SheetPart>
  );
}

function entriesOf(task: Task): Entry[] {
  const { completionDetails: details, feedback, recipientMessage, completionReports = [] } = task;
  const worker = task.worker ? nameOfOwner({ type: 'WORKER', id: task.worker }) : words.unknown;
  const events: Record<string, (values: { name: string }) => string> = words.history.events;
  const entries: Entry[] = [
    { at: task.timeCreated, text: words.history.created },
    ...details.events.flatMap(({ name, time }) =>
      Object.hasOwn(events, name) && name !== 'departure' ? [{ at: time, text: events[name]!({ name: worker }) }] : [],
    ),
    ...(details.time === null ? [] : [completionOf(task, details.time)]),
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

function completionOf({ completionDetails: details }: Task, at: number): Entry {
  if (details.success) return { at, text: words.history.completed, more: details.notes };
  const reasons: Record<string, string> = words.reasons;
  const reason = Object.hasOwn(reasons, details.failureReason) ? reasons[details.failureReason] : '';
  return { at, text: words.history.failed, more: [reason, details.failureNotes].filter(Boolean).join(': ') };
}
