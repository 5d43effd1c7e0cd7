import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { conflictOf } from '../data/conflict.ts';
import { whyNot } from '../data/moves.ts';
import { useUnsaved } from '../data/unsaved.ts';
import { useAction } from '../data/use-action.ts';
import { ConflictNote } from '../shared/conflict-note.tsx';
import { Sheet } from '../shell/sheet.tsx';
import './fleet.css';
import { fieldOf, problemIn } from './problems.ts';
import { fleetWords as words } from './texts/index.ts';

interface FormSheetProps {
  /** ID of the object in the form. */
  id: string;
  title: string;
  kind?: string;
  /** On the button that sends it. */
  submit: string;
  /** The names of the fields: a refusal that is about one of them stands there. */
  fields: readonly string[];
  /** Returns the required field that is empty, if the browser cannot check it. */
  missing?: () => string | undefined;
  /** Version of the object when the form was opened. */
  version?: number | undefined;
  /**
   * Sends what was given, for `version.current`, and notes there which one it has since then; what it throws is shown, and what was
   * typed stays.
   */
  send(form: FormData, version: { current: number | undefined }): Promise<void>;
  onClose(): void;
  children(problemOf: (field: string) => string | undefined): ComponentChildren;
}

/** A form beside the screen. What the server does not take is said at the field that it is about, else at the foot. */
export function FormSheet(props: FormSheetProps) {
  const { id, title, kind, submit, fields, missing, send, onClose, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const version = useRef(props.version);
  const [conflict, setConflict] = useState<ReturnType<typeof conflictOf>>();
  const unsaved = useUnsaved();
  const { busy, failure, run } = useAction(async () => {
    setConflict(undefined);
    // What is taken is not lost by what follows; what is refused stays.
    unsaved.forget();
    await send(new FormData(form.current!), version).catch((error) => {
      unsaved.note();
      setConflict(conflictOf(error));
      throw error;
    });
  });
  const [lacks, setLacks] = useState<string>();
  const wrong = lacks ?? (failure && !conflict ? fieldOf(failure, fields) : undefined);
  useLayoutEffect(() => form.current!.querySelector<HTMLElement>('input')!.focus(), []);
  useEffect(() => {
    if (wrong) form.current!.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failure, lacks]);
  const offline = whyNot();
  return (
    <Sheet
      id={`form ${id}`}
      {...(kind && { kind })}
      title={title}
      footer={
        <>
          {failure && conflict ? (
            <ConflictNote
              {...conflict}
              onSave={() => {
                version.current = conflict.version;
                void run();
              }}
            />
          ) : (
            failure && !wrong && <Failure {...failure} />
          )}
          {offline && <p class="hint">{offline}</p>}
          <Button
            kind="primary"
            busy={busy}
            disabled={offline !== undefined}
            onClick={() => form.current!.requestSubmit()}
          >
            {submit}
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
        aria-label={title}
        onInput={unsaved.note}
        onChange={unsaved.note}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy || offline) return;
          const lacking = missing?.();
          setLacks(lacking);
          if (lacking === undefined) void run();
        }}
      >
        {children((field) => (field !== wrong ? undefined : lacks ? words.atLeastOne : problemIn(failure!, words)))}
        <input type="submit" hidden />
      </form>
    </Sheet>
  );
}
