import { useEffect, useRef, useState } from 'preact/hooks';
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
import { ConflictNote } from '../shared/conflict-note.tsx';
import { Sheet } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';
import './task.css';
import { PersonFields, PlaceFields, WhatFields, WhoFields } from './task-fields.tsx';
import { changesOf, taskBody } from './task-input.ts';

/** A task as it is written: a new one, or the changes of one that is there. What was typed stays until it is taken. */
export function TaskForm({ task, onClose }: { task?: Task; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { openTask } = useSheet();
  // What is written is written about the task as it was when the form was opened; it goes on changing meanwhile.
  const [opened] = useState(task);
  const version = useRef(task?.version);
  const [conflict, setConflict] = useState<ReturnType<typeof conflictOf>>();
  // One key for all tries of one form: a task that was made is not made again.
  const [idempotencyKey] = useState(uniqueId);
  const unsaved = useUnsaved();
  const save = async () => {
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
    openTask(made.id);
  };
  const { busy, failure, run } = useAction(async () => {
    // What is taken is not lost by what follows; what is refused stays.
    unsaved.forget();
    await save().catch((error) => {
      unsaved.note();
      throw error;
    });
  });
  useEffect(() => form.current!.querySelector<HTMLElement>('input')!.focus(), []);
  const offline = whyNot();
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
                void run();
              }}
            />
          ) : (
            failure && <Failure {...failure} />
          )}
          {offline && <p class="hint">{offline}</p>}
          <Button
            kind="primary"
            busy={busy}
            disabled={offline !== undefined}
            onClick={() => form.current!.requestSubmit()}
          >
            {task ? words.form.save : words.form.create}
          </Button>
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
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !offline) void run();
        }}
      >
        <PersonFields task={opened} />
        <PlaceFields task={opened} />
        <WhatFields task={opened} />
        {!task && <WhoFields />}
        <input type="submit" hidden />
      </form>
    </Sheet>
  );
}
