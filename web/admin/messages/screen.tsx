import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { usePages } from '../../shared/session/use-pages.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { ServerAnswer } from '../data/server.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { Frame, FramePart } from '../shared/frame.tsx';
import { momentText } from '../shared/moment.ts';
import { words } from '../texts/index.ts';
import { messageWords } from './texts/index.ts';

/** An e-mail or SMS, as `/api/admin/outbox` has it. */
interface OutboxMessage {
  id: number;
  channel: 'email' | 'sms';
  state: keyof typeof messageWords.states;
  recipient: string;
  subject: string | null;
  attempts: number;
  detail: string | null;
  createdAt: number;
}

interface OutboxAnswer {
  messages: OutboxMessage[];
  next?: string;
}

const KINDS = {
  queued: 'plain',
  sending: 'plain',
  sent: 'good',
  delivered: 'good',
  failed: 'bad',
  unknown: 'warning',
  skipped: 'warning',
  stored: 'warning',
} as const;

/** Screen with the settings of mail and SMS, a test, and the sent messages. */
export function MessagesScreen() {
  const { answer, failure, retry } = useRequest<ServerAnswer>('/api/admin/server');
  const outbox = usePages<OutboxMessage, OutboxAnswer>('/api/admin/outbox', ({ messages }) => messages);
  return (
    <Frame title={words.screens.messages} lead={messageWords.lead}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={4} />}
      {answer && (
        <>
          <ChannelPart channel="email" isSent={answer.mail.isSent} name={answer.mail.from} onTested={outbox.reload} />
          <ChannelPart channel="sms" isSent={answer.sms.isSent} name={answer.sms.provider} onTested={outbox.reload} />
        </>
      )}
      <div class="admin-head">
        <h2>{messageWords.outbox}</h2>
        <Button icon="refresh-cw" busy={outbox.busy} onClick={outbox.reload}>
          {messageWords.again}
        </Button>
      </div>
      {outbox.failure && <Failure {...outbox.failure} onRetry={outbox.reload} />}
      {outbox.rows?.length === 0 && <Empty icon="mail" title={messageWords.none} text={messageWords.noneText} />}
      {outbox.rows && outbox.rows.length > 0 && <OutboxTable rows={outbox.rows} />}
      {outbox.more && (
        <Button busy={outbox.busy} onClick={outbox.more}>
          {words.loadMore}
        </Button>
      )}
    </Frame>
  );
}

interface ChannelPartProps {
  channel: 'email' | 'sms';
  isSent: boolean;
  /** The sender, or the provider. */
  name: string | null;
  onTested(): void;
}

function ChannelPart({ channel, isSent, name, onTested }: ChannelPartProps) {
  const isMail = channel === 'email';
  const { busy, failure, run } = useAction(async () => {
    const { recipient } = await request<{ recipient: string }>('/api/admin/outbox/test', {
      method: 'POST',
      body: { channel },
    });
    showToast(messageWords.tested({ recipient }));
    onTested();
  });
  const sentence = isMail
    ? isSent
      ? messageWords.mailSent({ from: name ?? '' })
      : messageWords.mailNotSent
    : isSent
      ? messageWords.smsSent({ provider: name ?? '' })
      : messageWords.smsNotSent;
  return (
    <FramePart title={isMail ? messageWords.mail : messageWords.sms}>
      <p dir="auto">{sentence}</p>
      {!isSent && <p class="hint">{messageWords.setByOperator}</p>}
      {failure && <Failure {...failure} />}
      <div class="admin-actions">
        <Button icon="send" busy={busy} onClick={() => void run()}>
          {isMail ? messageWords.testMail : messageWords.testSms}
        </Button>
      </div>
    </FramePart>
  );
}

function OutboxTable({ rows }: { rows: readonly OutboxMessage[] }) {
  const { columns } = messageWords;
  return (
    <DataTable
      label={messageWords.outbox}
      rows={rows}
      idOf={({ id }) => String(id)}
      columns={[
        {
          name: columns.to,
          show: ({ recipient, subject, channel }) => (
            <NameAndMore name={<bdi>{recipient}</bdi>} more={subject ?? (channel === 'sms' && messageWords.sms)} />
          ),
        },
        {
          name: columns.state,
          show: ({ state, attempts, detail }) => (
            <span class="name-and-more">
              <span>
                <Badge kind={KINDS[state]}>{messageWords.states[state]}</Badge>
              </span>
              {(detail ?? (attempts > 1 && messageWords.attempts({ count: attempts }))) && (
                <small dir="auto">
                  {[attempts > 1 && messageWords.attempts({ count: attempts }), detail].filter(Boolean).join(': ')}
                </small>
              )}
            </span>
          ),
        },
        { name: columns.made, show: ({ createdAt }) => <span class="quiet-words">{momentText(createdAt)}</span> },
      ]}
    />
  );
}
