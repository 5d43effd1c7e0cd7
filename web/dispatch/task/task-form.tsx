import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ariaKeysOf, useKeys } from '../../shared/keys.ts';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { conflictOf } from '../data/conflict.ts';
import { whyNot } from '../data/moves.ts';
import { useUnsaved } from '../data/unsaved.ts';
import { useAction } from '../data/use-action.ts';
import { BY_LINE } from '../shared/address-input.ts';
import { ConflictNote } from '../shared/conflict-note.tsx';
import { Sheet } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';
import './task.css';
import { emptyForNext, setField } from './fill-form.ts';
import { isOfSheet, pastedRows, readRow } from './paste-row.ts';
import { PersonFields } from './person-fields.tsx';
import { PlaceFields, WhatFields, WhoFields } from './task-fields.tsx';
import { changesOf, taskBody } from './task-input.ts';

interface TaskFormProps {
  /** The one that is changed; none of a new one. */
  task?: Task;
  /** The one that a new one begins as. */
  like?: Task | undefined;
  onClose: () => void;
}

/** A task as it is written: a new one, or the changes of one that is there. What was typed stays until it is taken. */
export function TaskForm({ task, like, onClose }: TaskFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { openTask } = useSheet();
  // What is written is written about the task as it was when the form was opened; it goes on changing meanwhile.
  const [opened] = useState(task);
  const version = useRef(task?.version);
  const [conflict, setConflict] = useState<ReturnType<typeof conflictOf>>();
  // One key for all tries of one form: a task that was made is not made again.
  const [idempotencyKey, setIdempotencyKey] = useState(uniqueId);
  const unsaved = useUnsaved();
  const save = async (then: 'show' | 'next') => {
    const given = new FormData(form.current!);
    if (opened) {
      setConflict(undefined);
      await request(`/api/v2/tasks/${opened.id}`, {
        method: 'PUT',
        body: changesOf(given, opened),
        ifMatch: version.current,
      }).catch((error) => {
        setConflict(conflictOf(error));
        throw error;
      });
      showToast(words.form.saved({ name: taskName(opened) }));
      onClose();
      return;
    }
    const made = await request<Task>('/api/v2/tasks', { method: 'POST', body: taskBody(given), idempotencyKey });
    showToast(words.form.created({ name: taskName(made) }));
    if (then === 'show') {
      openTask(made.id);
      return;
    }
    setIdempotencyKey(uniqueId());
    emptyForNext(form.current!);
  };
  const { busy, failure, run } = useAction(async (then: 'show' | 'next') => {
    // What is taken is not lost by what follows; what is refused stays.
    unsaved.forget();
    await save(then).catch((error) => {
      unsaved.note();
      throw error;
    });
  });
  useLayoutEffect(() => form.current!.querySelector<HTMLElement>('input')!.focus(), []);
  const offline = whyNot();
  const submit = (then: 'show' | 'next') => {
    if (!busy && !offline && form.current!.reportValidity()) void run(then);
  };
  useKeys({ ...(!task && { sendNow: () => submit('next') }) });
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (task || !isOfSheet(text)) return;
    event.preventDefault();
    const rows = pastedRows(text);
    if (rows.length > 1) {
      showToast(words.form.manyRows({ count: String(rows.length) }), undefined, 'refused');
      return;
    }
    for (const [name, value] of Object.entries(readRow(rows[0]!))) setField(form.current!, name, value);
    setField(form.current!, 'addressBy', BY_LINE);
    unsaved.note();
    showToast(words.form.pasted);
  };
  const id = task?.id ?? 'new';
  return (
    <Sheet
      id={`form ${id}`}
      {...(task && { kind: words.task.kind({ shortId: task.shortId }) })}
      title={task ? words.form.edit({ name: taskName(task) }) : words.newTask}
      footer={
        <>
          {conflict && failure ? (
            <ConflictNote
              {...conflict}
              onSave={() => {
                version.current = conflict.version;
                void run('show');
              }}
            />
          ) : (
            failure && <Failure {...failure} />
          )}
          {offline && <p class="hint">{offline}</p>}
          <Button kind="primary" busy={busy} disabled={offline !== undefined} onClick={() => submit('show')}>
            {task ? words.form.save : words.form.create}
          </Button>
          {!task && (
            <Button
              disabled={busy || offline !== undefined}
              aria-keyshortcuts={ariaKeysOf('sendNow')}
              onClick={() => submit('next')}
            >
              {words.form.createAndNext}
            </Button>
          )}
          <Button
            onClick={() => {
              unsaved.forget();
              onClose();
            }}
          >
            {texts.cancel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        class="form"
        onInput={unsaved.note}
        onChange={unsaved.note}
        onPaste={paste}
        onSubmit={(event) => {
          event.preventDefault();
          submit('show');
        }}
      >
        <PersonFields task={opened ?? like} />
        <PlaceFields task={opened ?? like} />
        <WhatFields task={opened ?? like} />
        {!task && <WhoFields />}
        <input type="submit" hidden />
      </form>
    </Sheet>
  );
}
