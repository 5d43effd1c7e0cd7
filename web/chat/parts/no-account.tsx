import { Empty } from '../../shared/ui/states.tsx';
import { session } from '../data/me.ts';
import { words as chatWords } from '../texts/index.ts';
import { partsWords as words } from './texts/index.ts';

/** Screen of people who are signed in and have no account of the chat. */
export function NoAccount() {
  return (
    <main class="no-account">
      <h1 class="unseen">{chatWords.title}</h1>
      <Empty
        level={2}
        icon="user"
        title={words.noAccount.title}
        text={words.noAccount.text({ organization: session.value!.organization.name })}
      >
        <a class="button" href="/">
          {words.noAccount.home}
        </a>
      </Empty>
    </main>
  );
}
