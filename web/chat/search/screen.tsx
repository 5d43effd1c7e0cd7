import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation, useSearchParams } from 'wouter-preact';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TermChip } from '../../shared/ui/chip.tsx';
import { describeListBox, handleListBoxKey, ListBox } from '../../shared/ui/list-box.tsx';
import { Banner, Empty, Loading } from '../../shared/ui/states.tsx';
import { type Narrow, narrowKey } from '../../store/chat/narrow.ts';
import { chat } from '../data/chat.ts';
import { refuse } from '../data/refuse.ts';
import { MessageList } from '../list/message-list.tsx';
import { BackButton } from '../parts/back-button.tsx';
import { words as chatWords } from '../texts/index.ts';
import { forgetSearches, noteSearch, pastSearches } from './history.ts';
import { resultAt } from './message-at.ts';
import './search.css';
import { completed, suggestions } from './suggestions.ts';
import { partsOf, type Search, searchOf, written } from './terms.ts';
import { searchWords as words } from './texts/index.ts';

/** Finds messages; the address says what was asked for. */
export function SearchScreen() {
  const [parameters] = useSearchParams();
  const [, go] = useLocation();
  const asked = parameters.get('q') ?? '';
  const open = (text: string) => {
    const wanted = text.trim();
    if (wanted !== '') noteSearch(wanted);
    go(wanted === '' ? '/search' : `/search?q=${encodeURIComponent(wanted)}`);
  };
  const parts = partsOf(asked);
  return (
    <section class="search-screen">
      <header class="screen-head">
        <BackButton />
        <h1 class="unseen">{chatWords.screens.search}</h1>
        <SearchField key={asked} asked={asked} onSearch={open} />
      </header>
      {parts.length > 0 && (
        <div class="search-chips">
          {parts.map((part, index) => (
            <TermChip
              key={index}
              label={written(part)}
              onRemove={() =>
                open(
                  parts
                    .filter((_, at) => at !== index)
                    .map(written)
                    .join(' '),
                )
              }
            />
          ))}
        </div>
      )}
      {asked === '' ? <Beginning onSearch={open} /> : <Results key={asked} asked={asked} />}
    </section>
  );
}

function SearchField({ asked, onSearch }: { asked: string; onSearch(text: string): void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(asked);
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const found = isOpen ? suggestions(chat.peek().state, text) : [];
  const options = found.map((each) => ({ id: each, label: each }));
  useKeys({ search: () => input.current!.focus() });
  useLayoutEffect(() => {
    if (asked === '') input.current!.focus();
  }, []);
  const take = (suggestion: string | undefined) => {
    if (suggestion === undefined) return onSearch(text);
    setText(completed(text, suggestion));
    setActive(-1);
    input.current!.focus();
  };
  return (
    <search class="search-field">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text);
        }}
      >
        <input
          ref={input}
          class="input"
          type="text"
          autocomplete="off"
          spellcheck={false}
          aria-label={words.label}
          placeholder={words.placeholder}
          value={text}
          {...describeListBox(id, options.length > 0, options.length, Math.max(active, 0))}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setActive(-1);
            setOpen(true);
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => {
            if (options.length === 0) return;
            // Enter searches, unless a suggestion was chosen by the arrows; Tab takes the first.
            if (event.key === 'Enter' && active < 0) return;
            if (event.key === 'Tab') {
              event.preventDefault();
              take(options[Math.max(active, 0)]?.id);
              return;
            }
            handleListBoxKey(event, {
              count: options.length,
              active,
              onActive: setActive,
              onChoose: () => take(options[active]?.id),
              onClose: () => setOpen(false),
            });
          }}
        />
        <span class="icon-when-narrow">
          <Button type="submit" kind="primary" icon="search">
            {words.search}
          </Button>
        </span>
      </form>
      {options.length > 0 && (
        <div class="search-suggestions">
          <ListBox
            id={id}
            label={words.suggestions}
            {...{ options, active }}
            onActive={setActive}
            onChoose={(option) => take(option.id)}
          />
        </div>
      )}
    </search>
  );
}

/** Examples of what can be searched for, and past searches. */
function Beginning({ onSearch }: { onSearch(text: string): void }) {
  const [past, setPast] = useState(pastSearches());
  return (
    <div class="screen-body">
      {past.length > 0 && (
        <section class="search-past">
          <h2>{words.past}</h2>
          <ul>
            {past.map((text) => (
              <li key={text}>
                <Button kind="quiet" icon="history" onClick={() => onSearch(text)}>
                  <span dir="auto">{text}</span>
                </Button>
              </li>
            ))}
          </ul>
          <Button
            kind="quiet"
            icon="x"
            onClick={() => {
              forgetSearches();
              setPast([]);
            }}
          >
            {words.forget}
          </Button>
        </section>
      )}
      <section class="search-help">
        <h2>{words.help}</h2>
        <dl>
          {Object.entries(EXAMPLES).map(([name, example]) => (
            <div key={name}>
              <dt>
                <code>{example}</code>
              </dt>
              <dd>{words.examples[name as keyof typeof EXAMPLES]}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

const EXAMPLES = {
  from: 'from:"Pat Fern"',
  in: 'in:"night shift"',
  topic: 'topic:bikes',
  dm: 'dm:me',
  has: 'has:image',
  is: 'is:starred',
  before: 'before:2026-11-01',
  after: 'after:2026-11-01',
  not: '-from:me',
} as const;

function Results({ asked }: { asked: string }) {
  const search = useMemo(() => searchOf(chat.peek().state, asked), [asked]);
  const { near, isLooking } = usePlace(search);
  const { problem, terms } = search;
  if (problem)
    return (
      <div class="screen-body">
        <Empty
          level={2}
          icon="search"
          title={words.problems[problem.kind]({ value: problem.value })}
          text={words.try}
        />
      </div>
    );
  if (isLooking) return <Loading rows={12} />;
  const narrow: Narrow = terms.length > 0 ? { kind: 'search', terms } : { kind: 'all' };
  const hasDay = search.before !== undefined || search.after !== undefined;
  return (
    <>
      {hasDay && <Banner icon="calendar-clock">{near === undefined ? words.noDay : words.atDay}</Banner>}
      <MessageList key={narrowKey(narrow)} narrow={narrow} near={near} autoFocus />
    </>
  );
}

/** Returns the message that the results open at: the one named, or that of a day. */
function usePlace(search: Search): { near: number | undefined; isLooking: boolean } {
  const { terms, before, after, near, problem } = search;
  const day = after ?? before;
  const [found, setFound] = useState<{ id: number | undefined }>();
  useEffect(() => {
    if (!day || problem) return;
    resultAt(terms, day, after ? 'after' : 'before').then(
      (id) => setFound({ id }),
      (error: Error) => {
        refuse(error);
        setFound({ id: undefined });
      },
    );
  }, []);
  return { near: near ?? found?.id, isLooking: day !== undefined && !problem && found === undefined };
}
