import { useSearchParams } from 'wouter-preact';
import { Button } from '../../shared/ui/button.tsx';
import { FilterChip } from '../../shared/ui/chip.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { DIRECTORY_KINDS, type DirectoryKind, directory } from '../../store/chat/select/directory.ts';
import { chat } from '../data/chat.ts';
import { LongList } from '../parts/long-list.tsx';
import { words as chatWords } from '../texts/index.ts';
import { DirectoryRow } from './directory-row.tsx';
import { peopleWords as words } from './texts/index.ts';

const ROW_REM = 3.5;

/** Everybody, by name, of each kind: ten thousand too. */
export function PeopleList() {
  // In the address: whoever comes back finds what they looked for.
  const [search, setSearch] = useSearchParams();
  const query = search.get('q') ?? '';
  const kind = DIRECTORY_KINDS.find((each) => each === search.get('only'));
  const show = (next: { q?: string; only?: DirectoryKind | undefined }) => {
    const { q = query, only } = 'only' in next ? next : { ...next, only: kind };
    setSearch({ ...(q && { q }), ...(only && { only }) }, { replace: true });
  };
  const people = directory(chat.value.state, { kind, query });
  return (
    <>
      <div class="people-tools">
        <SearchField label={words.search} value={query} onInput={(text) => show({ q: text })} below=".person-link" />
        <div class="people-chips">
          {DIRECTORY_KINDS.map((each) => (
            <FilterChip
              key={each}
              label={words.kinds[each]}
              pressed={kind === each}
              onPress={() => show({ only: kind === each ? undefined : each })}
            />
          ))}
        </div>
        <p class="people-count" role="status">
          {kind === 'bots' ? words.bots({ count: people.length }) : words.count({ count: people.length })}
        </p>
      </div>
      {people.length === 0 ? (
        <Empty level={2} icon="users" title={words.nobody.title} text={words.nobody.text}>
          {(query !== '' || kind) && (
            <Button onClick={() => show({ q: '', only: undefined })}>{words.nobody.clear}</Button>
          )}
        </Empty>
      ) : (
        <LongList
          label={chatWords.screens.people}
          items={people}
          idOf={({ user_id }) => String(user_id)}
          rowRem={ROW_REM}
          stops=".person-link"
          isBegun
          render={(user) => <DirectoryRow user={user} />}
        />
      )}
    </>
  );
}
