import { Link, useLocation } from 'wouter-preact';
import '../../shared/ui/tabs.css';
import { chat } from '../data/chat.ts';
import { Gone } from '../parts/gone.tsx';
import { ScreenHead } from '../parts/screen-head.tsx';
import { words as chatWords } from '../texts/index.ts';
import { GROUP_PARTS, GroupPage, type GroupPart } from './group-page.tsx';
import { GroupsList } from './groups-list.tsx';
import { Invitations } from './invitations.tsx';
import './people.css';
import { PeopleList } from './people-list.tsx';
import { mayInvite } from './rights.ts';
import { peopleWords as words } from './texts/index.ts';

/** Views of the screen, and their addresses. */
const TABS = { people: '/people', groups: '/people/groups', invitations: '/people/invitations' } as const;

type Tab = keyof typeof TABS;

/** The people of the organization, their groups, and who is invited. */
export function PeopleScreen() {
  const [location] = useLocation();
  const [, , part = 'people', ...more] = location.split('/');
  const group = part === 'groups' ? groupAt(more) : undefined;
  const tabs = (Object.keys(TABS) as Tab[]).filter((each) => each !== 'invitations' || mayInvite(chat.value.state));
  const tab = tabs.find((each) => each === part);
  if (!tab || (more.length > 0 && !group)) return <Gone />;
  return (
    <section class="screen people-screen">
      <ScreenHead title={chatWords.screens.people}>
        <nav class="people-tabs" aria-label={words.tabs.label}>
          {tabs.map((each) => (
            <Link key={each} class="tab" href={TABS[each]} aria-current={each === tab ? 'page' : undefined}>
              {words.tabs[each]}
            </Link>
          ))}
        </nav>
      </ScreenHead>
      <div class="screen-body">
        {group ? <GroupPage {...group} /> : tab === 'people' ? <PeopleList /> : <Part tab={tab} />}
      </div>
    </section>
  );
}

const Part = ({ tab }: { tab: Exclude<Tab, 'people'> }) => (tab === 'groups' ? <GroupsList /> : <Invitations />);

/** Reads the end of an address: `7`, `7/uses`. */
function groupAt([id, part = 'members', ...more]: readonly string[]): { id: number; part: GroupPart } | undefined {
  const known = GROUP_PARTS.find((each) => each === part);
  if (!known || more.length > 0 || !/^\d{1,15}$/.test(id ?? '')) return undefined;
  return { id: Number(id), part: known };
}
