import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { ListCustomFieldsAnswer } from '../../store/wire/dispatch.ts';
import { session } from '../data/me.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { FieldForm, type ProfileField } from './field-form.tsx';
import { fieldWords } from './texts/index.ts';

/** The custom fields of tasks. */
export function FieldsScreen() {
  const { answer, failure, retry, refresh } = useRequest<ListCustomFieldsAnswer>('/api/v2/customFields/Task');
  const [isMaking, setMaking] = useState(false);
  const mayWrite = session.value.apps.dispatch?.isReadOnly === false;
  const make = mayWrite && (
    <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
      {fieldWords.make}
    </Button>
  );
  return (
    <Frame title={words.screens.fields} lead={fieldWords.lead} tools={answer && answer.fields.length > 0 && make}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={6} />}
      {answer?.fields.length === 0 && (
        <Empty level={2} icon="list-checks" title={fieldWords.none} text={fieldWords.noneText}>
          {make}
        </Empty>
      )}
      {answer && answer.fields.length > 0 && <FieldTable fields={answer.fields} mayWrite={mayWrite} onDone={refresh} />}
      {isMaking && <FieldForm onDone={refresh} onClose={() => setMaking(false)} />}
    </Frame>
  );
}

interface FieldTableProps {
  fields: readonly ProfileField[];
  mayWrite: boolean;
  onDone(): void;
}

function FieldTable({ fields, mayWrite, onDone }: FieldTableProps) {
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; field: ProfileField }>();
  const close = () => setOpen(undefined);
  const { columns } = fieldWords;
  return (
    <>
      <DataTable
        label={words.screens.fields}
        rows={fields}
        idOf={({ key }) => key}
        columns={[
          {
            name: columns.field,
            show: ({ name, key, description }) => <NameAndMore name={name} more={description || key} />,
          },
          {
            name: columns.type,
            show: ({ type, asArray, contexts }) => (
              <>
                {asArray ? fieldWords.listOf({ type: fieldWords.types[type] }) : fieldWords.types[type]}{' '}
                {contexts.some(({ isRequired }) => isRequired) && <Badge kind="accent">{fieldWords.isRequired}</Badge>}
              </>
            ),
          },
          { name: columns.who, show: ({ visibility }) => visibility.map((each) => fieldWords.who[each]).join(', ') },
          ...(mayWrite
            ? [
                {
                  name: columns.tools,
                  isUnnamed: true,
                  show: (field: ProfileField) => (
                    <Menu
                      label={fieldWords.more({ name: field.name })}
                      items={[
                        { label: fieldWords.edit, icon: 'pencil', choose: () => setOpen({ what: 'edit', field }) },
                        {
                          label: fieldWords.delete,
                          icon: 'trash-2',
                          danger: true,
                          choose: () => setOpen({ what: 'delete', field }),
                        },
                      ]}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {open?.what === 'edit' && <FieldForm field={open.field} onDone={onDone} onClose={close} />}
      {open?.what === 'delete' && (
        <FormDialog
          title={fieldWords.deleteTitle({ name: open.field.name })}
          submit={fieldWords.delete}
          isDanger
          send={async () => {
            const body = { model: 'Task', field: [{ key: open.field.key }] };
            await request('/api/v2/customFields', { method: 'DELETE', body });
            close();
            showToast(fieldWords.deleted({ name: open.field.name }));
            onDone();
          }}
          onClose={close}
        >
          <p>{fieldWords.deleteText}</p>
        </FormDialog>
      )}
    </>
  );
}
