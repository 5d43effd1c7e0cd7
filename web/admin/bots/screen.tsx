import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { usePages } from '../../shared/session/use-pages.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { botWords } from './texts/index.ts';

/** A bot of the chat, as `/api/admin/bots` has it. */
interface Bot {
  userId: number;
  name: string;
  email: string;
  type: number;
  isActive: boolean;
  owner: string | null;
  usedAt: number | null;
}

interface BotsAnswer {
  bots: Bot[];
  next?: string;
}

/** All bots and incoming webhooks: whose they are, when they were last used, switched off and on. */
export function BotsScreen() {
  const { rows, failure, busy, more, reload } = usePages<Bot, BotsAnswer>('/api/admin/bots', ({ bots }) => bots);
  return (
    <Frame title={words.screens.bots} lead={botWords.lead}>
      {failure && <Failure {...failure} onRetry={reload} />}
      {!rows && !failure && <Loading rows={6} />}
      {rows?.length === 0 && (
        <Empty level={2} icon="code" title={botWords.none} text={botWords.noneText}>
          <a class="button" href="/chat/settings">
            {botWords.toOwn}
          </a>
        </Empty>
      )}
      {rows && rows.length > 0 && <BotTable bots={rows} onDone={reload} />}
      {more && (
        <Button busy={busy} onClick={more}>
          {words.loadMore}
        </Button>
      )}
    </Frame>
  );
}

function BotTable({ bots, onDone }: { bots: readonly Bot[]; onDone(): void }) {
  const [asked, setAsked] = useState<Bot>();
  const { columns } = botWords;
  return (
    <>
      <DataTable
        label={words.screens.bots}
        rows={bots}
        idOf={({ userId }) => String(userId)}
        columns={[
          { name: columns.bot, show: ({ name, email }) => <NameAndMore name={name} more={email} /> },
          {
            name: columns.type,
            show: ({ type, isActive }) => (
              <>
                {(botWords.types as Readonly<Record<string, string>>)[type]}{' '}
                {!isActive && <Badge kind="warning">{botWords.isOff}</Badge>}
              </>
            ),
          },
          {
            name: columns.owner,
            isNamedOnPhone: true,
            show: ({ owner }) => <span dir="auto">{owner ?? botWords.nobody}</span>,
          },
          {
            name: columns.used,
            isNamedOnPhone: true,
            show: ({ usedAt }) => (usedAt === null ? botWords.unused : <RelativeTime at={new Date(usedAt)} />),
          },
          {
            name: columns.tools,
            isUnnamed: true,
            show: (bot) => (
              <Button
                aria-label={`${bot.isActive ? botWords.turnOff : botWords.turnOn}: ${bot.name}`}
                onClick={() => setAsked(bot)}
              >
                {bot.isActive ? botWords.turnOff : botWords.turnOn}
              </Button>
            ),
          },
        ]}
      />
      {asked && <TurnDialog bot={asked} onDone={onDone} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface TurnDialogProps {
  bot: Bot;
  onDone(): void;
  onClose(): void;
}

/** Asks before a bot is switched off, or on again. */
function TurnDialog({ bot: { userId, name, isActive }, onDone, onClose }: TurnDialogProps) {
  return (
    <FormDialog
      title={isActive ? botWords.offTitle({ name }) : botWords.onTitle({ name })}
      submit={isActive ? botWords.turnOff : botWords.turnOn}
      isDanger={isActive}
      send={async () => {
        if (isActive) await request(`/api/v1/bots/${userId}`, { method: 'DELETE' });
        else await request(`/api/v1/users/${userId}/reactivate`, { method: 'POST' });
        onClose();
        showToast(isActive ? botWords.didTurnOff({ name }) : botWords.didTurnOn({ name }));
        onDone();
      }}
      onClose={onClose}
    >
      <p>{isActive ? botWords.offText : botWords.onText}</p>
    </FormDialog>
  );
}
