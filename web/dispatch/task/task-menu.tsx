import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { copyText } from '../../shared/ui/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Menu, type MenuItem } from '../../shared/ui/menu.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { usePin, useSheet } from '../data/address.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { useAction } from '../data/use-action.ts';
import { words } from '../texts/index.ts';

/** Menu with the rare actions on a task. */
export function TaskMenu({ task, onEdit }: { task: Task; onEdit: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  const { openTask, openTaskLike, closeSheet } = useSheet();
  const pin = usePin();
  const clone = useAction(async () => {
    const made = await request<Task>(`/api/v2/tasks/${task.id}/clone`, { method: 'POST', body: {} });
    openTask(made.id);
    showToast(words.task.cloned);
  });
  const remove = useAction(async () => {
    await request(`/api/v2/tasks/${task.id}`, { method: 'DELETE' });
    closeSheet();
    showToast(words.task.deleted({ name: taskName(task) }));
  });
  const offline = whyNot();
  const because = (reason: string | undefined) => (reason === undefined ? {} : { unavailable: reason });
  const items: MenuItem[] = [
    ...(mayWrite.value
      ? ([
          { label: words.task.edit, icon: 'pencil', choose: onEdit, ...because(offline) },
          ...(task.state < 3
            ? ([{ label: words.task.place, icon: 'map-pin', choose: () => pin(task.id), ...because(offline) }] as const)
            : []),
          { label: words.task.newLike, icon: 'plus', choose: () => openTaskLike(task.id), ...because(offline) },
          { label: words.task.clone, icon: 'copy', choose: () => void clone.run(), ...because(offline) },
          {
            label: words.task.delete,
            icon: 'trash-2',
            danger: true,
            choose: () => setDeleting(true),
            ...because(offline ?? (task.state > 1 ? words.refusals.started : undefined)),
          },
        ] as const)
      : []),
    {
      label: words.task.copyLink,
      icon: 'map-pin',
      choose: () =>
        void copyText(task.trackingURL).then((isTaken) =>
          showToast(isTaken ? words.task.copied : words.task.notCopied({ link: task.trackingURL })),
        ),
    },
  ];
  return (
    <>
      <Menu label={words.more} items={items} />
      {clone.failure && (
        <Dialog title={words.task.clone} onClose={clone.forget}>
          <Failure {...clone.failure} />
        </Dialog>
      )}
      {isDeleting && (
        <Dialog title={words.task.deleteTitle} onClose={() => setDeleting(false)}>
          <p>{words.task.deleteText({ name: taskName(task) })}</p>
          {remove.failure && <Failure {...remove.failure} />}
          <div class="dialog-actions">
            <Button onClick={() => setDeleting(false)}>{texts.cancel}</Button>
            <Button kind="danger" busy={remove.busy} onClick={() => void remove.run()}>
              {words.task.delete}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
