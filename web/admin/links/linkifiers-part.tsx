import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetLinkifiersAnswer, Linkifier } from '../../store/wire/chat.ts';
import { DataTable } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import { LinkifierForm } from './linkifier-form.tsx';
import './links.css';
import { linkWords } from './texts/index.ts';
import { Trial } from './trial.tsx';

/** Texts that become links, in the order in which they are looked for, and a message to try them with. */
export function LinkifiersPart() {
  const { answer, failure, retry, refresh } = useRequest<GetLinkifiersAnswer>('/api/v1/realm/linkifiers');
  const [isAdding, setAdding] = useState(false);
  const all = answer?.linkifiers;
  return (
    <FramePart title={linkWords.linkifiers.title} lead={linkWords.linkifiers.lead}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!all && !failure && <Loading rows={3} />}
      {all?.length === 0 && <p>{linkWords.linkifiers.none}</p>}
      {all && all.length > 0 && <LinkifierTable all={all} onDone={refresh} />}
      <div class="admin-actions">
        <Button icon="plus" onClick={() => setAdding(true)}>
          {linkWords.linkifiers.add}
        </Button>
      </div>
      {all && all.length > 0 && <Trial key={JSON.stringify(all)} example={all[0]!.example_input ?? ''} />}
      {isAdding && <LinkifierForm onDone={refresh} onClose={() => setAdding(false)} />}
    </FramePart>
  );
}

interface LinkifierTableProps {
  all: readonly Linkifier[];
  onDone(): void;
}

function LinkifierTable({ all, onDone }: LinkifierTableProps) {
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; linkifier: Linkifier }>();
  const close = () => setOpen(undefined);
  const { columns, up, down, edit, remove, ...linkifierWords } = linkWords.linkifiers;
  const move = useAction(async (at: number, by: -1 | 1) => {
    const ids = all.map(({ id }) => id);
    [ids[at], ids[at + by]] = [ids[at + by]!, ids[at]!];
    await request('/api/v1/realm/linkifiers', { method: 'PATCH', form: { ordered_linkifier_ids: ids } });
    onDone();
  });
  const itemsOf = (linkifier: Linkifier, at: number) => [
    { label: edit, icon: 'pencil', choose: () => setOpen({ what: 'edit', linkifier }) } as const,
    ...(at > 0 ? [{ label: up, icon: 'arrow-up', choose: () => void move.run(at, -1) } as const] : []),
    ...(at < all.length - 1 ? [{ label: down, icon: 'arrow-down', choose: () => void move.run(at, 1) } as const] : []),
    { label: remove, icon: 'trash-2', danger: true, choose: () => setOpen({ what: 'delete', linkifier }) } as const,
  ];
  return (
    <>
      {move.failure && <Failure {...move.failure} />}
      <DataTable
        label={linkWords.linkifiers.title}
        rows={all}
        idOf={({ id }) => String(id)}
        columns={[
          { name: columns.pattern, show: ({ pattern }) => <code dir="ltr">{pattern}</code> },
          {
            name: columns.template,
            show: ({ url_template }) => (
              <span class="quiet-words link-template" dir="ltr">
                {url_template}
              </span>
            ),
          },
          {
            name: columns.tools,
            isUnnamed: true,
            show: (linkifier) => (
              <Menu
                label={linkifierWords.more({ pattern: linkifier.pattern })}
                items={itemsOf(linkifier, all.indexOf(linkifier))}
              />
            ),
          },
        ]}
      />
      {open?.what === 'edit' && <LinkifierForm linkifier={open.linkifier} onDone={onDone} onClose={close} />}
      {open?.what === 'delete' && (
        <FormDialog
          title={linkifierWords.removeTitle({ pattern: open.linkifier.pattern })}
          submit={remove}
          isDanger
          send={async () => {
            await request(`/api/v1/realm/filters/${open.linkifier.id}`, { method: 'DELETE' });
            close();
            showToast(linkifierWords.removed);
            onDone();
          }}
          onClose={close}
        >
          <p>{linkifierWords.removeText}</p>
        </FormDialog>
      )}
    </>
  );
}
