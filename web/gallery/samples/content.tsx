import { useState } from 'preact/hooks';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge, UnreadCount } from '../../shared/ui/badge.tsx';
import { BrandMark } from '../../shared/ui/brand-mark.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Banner, Empty, Failure, Loading, OfflineBar, OldBuildBar } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { RelativeTime, Time } from '../../shared/ui/time.tsx';
import { galleryWords } from '../words.ts';
import { madeUpTasks, people } from './made-up.ts';
import { Sample } from './sample.tsx';

export function PeopleSamples() {
  return (
    <Sample title={galleryWords.people}>
      <p class="line">
        <BrandMark name={galleryWords.organization} />
        <BrandMark name={galleryWords.organization} logo="/favicon.svg" />
        <strong>{galleryWords.organization}</strong>
      </p>
      <div class="line">
        {(['small', 'plain', 'large'] as const).map((size) => (
          <Avatar key={size} size={size} id="p1" name="Olive Owner" state="online" />
        ))}
        <Avatar size="portrait" id="p2" name="Rosa Recipient" state="away" />
        {people.slice(1).map(({ id, name, state }) => (
          <Avatar key={id} size="large" {...{ id, name, state }} />
        ))}
      </div>
    </Sample>
  );
}

const KINDS = {
  late: ['warning', 'triangle-alert'],
  done: ['good', 'check'],
  'under way': ['accent', 'chevron-right'],
} as const;

export function ListSamples() {
  const [selected, setSelected] = useState<string>('t2');
  return (
    <Sample title={galleryWords.list}>
      <List
        label={galleryWords.tasks}
        items={madeUpTasks}
        idOf={({ id }) => id}
        selected={selected}
        isUnread={({ unread }) => unread > 0}
        onOpen={({ id }) => setSelected(id)}
        render={({ name, worker, state, unread }) => (
          <>
            <span class="grow" dir="auto">
              {name}
            </span>
            <Badge kind={KINDS[state][0]} icon={KINDS[state][1]}>
              {galleryWords.taskStates[state]}
            </Badge>
            <UnreadCount count={unread} isForYou={unread < 10} />
            <Avatar size="small" id={worker} name={worker} />
          </>
        )}
      />
    </Sample>
  );
}

export function Views() {
  const [tab, setTab] = useState('today');
  const tabs = [
    { id: 'today', label: galleryWords.today },
    { id: 'history', label: galleryWords.history, count: 12 },
    { id: 'proof', label: galleryWords.proof },
  ];
  return (
    <Sample title={galleryWords.tabs}>
      <Tabs label={galleryWords.tabs} tabs={tabs} current={tab} onChange={setTab}>
        <p>{tabs.find(({ id }) => id === tab)!.label}</p>
      </Tabs>
    </Sample>
  );
}

export function Times({ now }: { now: Date }) {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  return (
    <Sample title={galleryWords.timesAndStates}>
      <p class="line">
        <Time at={now} />
        {[0, 3, 180, 3000, -45].map((minutes) => (
          <RelativeTime key={minutes} at={ago(minutes)} />
        ))}
      </p>
      <p class="line">
        <Badge>{galleryWords.draft}</Badge>
        <Badge kind="accent" icon="chevron-right">
          {galleryWords.taskStates['under way']}
        </Badge>
        <Badge kind="good" icon="check">
          {galleryWords.taskStates.done}
        </Badge>
        <Badge kind="warning" icon="triangle-alert">
          {galleryWords.taskStates.late}
        </Badge>
        <Badge kind="bad" icon="circle-x">
          {galleryWords.failed}
        </Badge>
        <Badge kind="alarm" icon="alarm-clock">
          {galleryWords.overdue}
        </Badge>
      </p>
    </Sample>
  );
}

export function States({ now }: { now: Date }) {
  return (
    <Sample title={galleryWords.states} wide>
      <div class="halves">
        <div class="frame">
          <Empty icon="inbox" title={galleryWords.emptyTitle} text={galleryWords.emptyText}>
            <Button kind="primary" icon="plus">
              {galleryWords.create}
            </Button>
          </Empty>
        </div>
        <div class="frame">
          <OldBuildBar onReload={() => {}} />
          <OfflineBar since={now} />
          <Banner kind="alarm" action={{ label: galleryWords.sendNow, run: () => {} }}>
            {galleryWords.unsent}
          </Banner>
          <Loading />
          <Loading rows={2} shape="messages" />
          <div class="inset">
            <Failure sentence={galleryWords.refused} requestId="0b1c7a52" onRetry={() => {}} />
          </div>
        </div>
      </div>
    </Sample>
  );
}
