import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { has } from '../data/me.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import type { Person } from './person.ts';
import { peopleWords } from './texts/index.ts';

interface SelectionProps {
  people: readonly Person[];
  /** The selection is another one: those who are left. */
  onSelect(ids: ReadonlySet<string>): void;
  onDone(): void;
}

/** Actions on the selected people; each is the request of one person, so that the server's rules are the same. */
export function PeopleSelection({ people, onSelect, onDone }: SelectionProps) {
  const [open, setOpen] = useState<'end' | 'deactivate'>();
  const signedIn = people.filter(({ sessions }) => sessions > 0);
  const active = has('chat') ? people.filter(({ chat }) => chat?.isActive) : [];
  const close = () => setOpen(undefined);
  /** Goes on after a refusal: whoever was refused stays selected, and the first reason is shown. */
  const each = async (
    of: readonly Person[],
    run: (person: Person) => Promise<unknown>,
    done: (count: number) => string,
  ) => {
    const left = new Set<string>();
    let reason = '';
    for (const person of of)
      await run(person).catch((error: Error) => {
        reason ||= error.message;
        left.add(person.id);
      });
    if (left.size < of.length) showToast(done(of.length - left.size));
    if (left.size > 0) showToast(peopleWords.selection.refused({ count: left.size, reason }), undefined, 'refused');
    close();
    onSelect(left);
    onDone();
  };
  return (
    <div class="people-selection" role="toolbar" aria-label={peopleWords.selection.title}>
      <p role="status">{peopleWords.selection.count({ count: people.length })}</p>
      {signedIn.length > 0 && (
        <Button icon="log-out" onClick={() => setOpen('end')}>
          {peopleWords.endSessions}
        </Button>
      )}
      {active.length > 0 && (
        <Button icon="circle-x" onClick={() => setOpen('deactivate')}>
          {peopleWords.deactivate}
        </Button>
      )}
      <IconButton icon="x" label={peopleWords.selection.clear} onClick={() => onSelect(new Set())} />
      {open === 'end' && (
        <FormDialog
          title={peopleWords.selection.endTitle({ count: signedIn.length })}
          submit={peopleWords.endSessions}
          isDanger
          send={() =>
            each(
              signedIn,
              ({ id }) => request(`/api/admin/people/${id}/sessions`, { method: 'DELETE' }),
              (count) => peopleWords.selection.ended({ count }),
            )
          }
          onClose={close}
        >
          <p>{peopleWords.endText}</p>
        </FormDialog>
      )}
      {open === 'deactivate' && (
        <FormDialog
          title={peopleWords.selection.deactivateTitle({ count: active.length })}
          submit={peopleWords.deactivate}
          isDanger
          send={() =>
            each(
              active,
              ({ chat }) => request(`/api/v1/users/${chat!.userId}`, { method: 'DELETE' }),
              (count) => peopleWords.selection.deactivated({ count }),
            )
          }
          onClose={close}
        >
          <p>{peopleWords.deactivateText}</p>
        </FormDialog>
      )}
    </div>
  );
}
