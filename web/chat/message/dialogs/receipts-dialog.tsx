import { useEffect } from 'preact/hooks';
import { useRequest } from '../../../shared/session/use-request.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Failure, Loading } from '../../../shared/ui/states.tsx';
import type { GetReadReceiptsAnswer } from '../../../store/wire/chat.ts';
import { nameOf } from '../../data/names.ts';
import { closeOpened, type PartProps } from '../opened.ts';
import { rowWords } from '../texts/index.ts';
import { ListedPerson } from './listed-person.tsx';
import './reactions-dialog.css';

const { receipts: words } = rowWords;

/** No event says who reads: it is asked again, as long as somebody looks. */
const AGAIN_MS = 5000;

/** Lists the people who have read a message and let others know. */
export function ReceiptsDialog({ messageId }: PartProps) {
  const { answer, failure, retry, refresh } = useRequest<GetReadReceiptsAnswer>(
    `/api/v1/messages/${messageId}/read_receipts`,
  );
  useEffect(() => {
    const again = setInterval(() => document.hidden || refresh(), AGAIN_MS);
    return () => clearInterval(again);
  }, []);
  const people = answer?.user_ids.map((id) => ({ id, name: nameOf(id) })) ?? [];
  people.sort((one, other) => one.name.localeCompare(other.name));
  return (
    <Dialog title={words.title} onClose={closeOpened}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading />}
      {answer && (
        <div class="reactions-list">
          <p role="status">{words.count({ count: people.length })}</p>
          {people.length > 0 && (
            <ul>
              {people.map(({ id, name }) => (
                <li key={id}>
                  <ListedPerson userId={id} name={name} />
                </li>
              ))}
            </ul>
          )}
          <p class="hint">{words.note}</p>
        </div>
      )}
    </Dialog>
  );
}
