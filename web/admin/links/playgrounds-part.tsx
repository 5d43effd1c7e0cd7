import { useState } from 'preact/hooks';
import { playgroundAddress } from '../../shared/playgrounds.ts';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Playground } from '../../store/wire/chat.ts';
import { useRegistered } from '../data/use-registered.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { linkWords } from './texts/index.ts';

const EXAMPLE = 'print("1 + 1 =", 1 + 1)';

/** Sites in which the code of a message can be tried, and a piece of code to try them with. */
export function PlaygroundsPart() {
  const { answer, failure, reload } = useRegistered<{ realm_playgrounds: Playground[] }>('realm_playgrounds');
  const [isAdding, setAdding] = useState(false);
  const all = answer?.realm_playgrounds;
  return (
    <FramePart title={linkWords.playgrounds.title} lead={linkWords.playgrounds.lead}>
      {failure && <Failure {...failure} onRetry={reload} />}
      {!all && !failure && <Loading rows={3} />}
      {all?.length === 0 && <p>{linkWords.playgrounds.none}</p>}
      {all && all.length > 0 && <PlaygroundTable all={all} onDone={reload} />}
      <div class="admin-actions">
        <Button icon="plus" onClick={() => setAdding(true)}>
          {linkWords.playgrounds.add}
        </Button>
      </div>
      {isAdding && <PlaygroundForm onDone={reload} onClose={() => setAdding(false)} />}
    </FramePart>
  );
}

function PlaygroundTable({ all, onDone }: { all: readonly Playground[]; onDone(): void }) {
  const [code, setCode] = useState(EXAMPLE);
  const [removed, setRemoved] = useState<Playground>();
  const { columns, ...playgroundWords } = linkWords.playgrounds;
  return (
    <>
      <DataTable
        label={playgroundWords.title}
        rows={all}
        idOf={({ id }) => String(id)}
        columns={[
          {
            name: columns.name,
            show: ({ name, pygments_language }) => <NameAndMore name={name} more={pygments_language} />,
          },
          {
            name: columns.template,
            show: (playground) => (
              <a class="button" href={playgroundAddress(playground, code)} target="_blank" rel="noopener noreferrer">
                <Icon name="external-link" />
                {playgroundWords.tryIn({ name: playground.name })}
              </a>
            ),
          },
          {
            name: columns.tools,
            isUnnamed: true,
            show: (playground) => (
              <Button aria-label={`${words.remove}: ${playground.name}`} onClick={() => setRemoved(playground)}>
                {words.remove}
              </Button>
            ),
          },
        ]}
      />
      <div class="admin-inline">
        <Field label={playgroundWords.code} hint={playgroundWords.codeHint}>
          <textarea
            dir="ltr"
            spellcheck={false}
            value={code}
            onInput={({ currentTarget }) => setCode(currentTarget.value)}
          />
        </Field>
      </div>
      {removed && (
        <FormDialog
          title={playgroundWords.removeTitle({ name: removed.name })}
          submit={words.remove}
          isDanger
          send={async () => {
            await request(`/api/v1/realm/playgrounds/${removed.id}`, { method: 'DELETE' });
            setRemoved(undefined);
            showToast(playgroundWords.removed({ name: removed.name }));
            onDone();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{playgroundWords.removeText}</p>
        </FormDialog>
      )}
    </>
  );
}

function PlaygroundForm({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const playgroundWords = linkWords.playgrounds;
  return (
    <FormDialog
      title={playgroundWords.add}
      submit={playgroundWords.add}
      send={async (form) => {
        const name = fieldText(form, 'name');
        const given = {
          name,
          pygments_language: fieldText(form, 'language'),
          url_template: fieldText(form, 'template'),
        };
        await request('/api/v1/realm/playgrounds', { method: 'POST', form: given });
        onClose();
        showToast(playgroundWords.added({ name }));
        onDone();
      }}
      onClose={onClose}
    >
      <Field label={words.name}>
        <input name="name" required maxLength={100} dir="auto" autocomplete="off" />
      </Field>
      <Field label={playgroundWords.language} hint={playgroundWords.languageHint}>
        <input name="language" required maxLength={40} dir="ltr" autocomplete="off" autocapitalize="none" />
      </Field>
      <Field label={playgroundWords.columns.template} hint={playgroundWords.templateHint}>
        <input name="template" required maxLength={1000} dir="ltr" autocomplete="off" spellcheck={false} />
      </Field>
    </FormDialog>
  );
}
