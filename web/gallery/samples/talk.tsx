import { useState } from 'preact/hooks';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { UnreadCount } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { PopoverCard } from '../../shared/ui/card.tsx';
import { FilterChip, TermChip } from '../../shared/ui/chip.tsx';
import { Divider } from '../../shared/ui/divider.tsx';
import { EmojiPill } from '../../shared/ui/emoji-pill.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { UploadProgress } from '../../shared/ui/upload-progress.tsx';
import { galleryWords } from '../words.ts';
import { people } from './made-up.ts';
import { Sample } from './sample.tsx';

const REACTIONS = [
  { name: galleryWords.reactions.thumbs, glyph: '👍', others: 3 },
  { name: galleryWords.reactions.truck, glyph: '🚚', others: 12 },
  { name: galleryWords.reactions.party, glyph: '🎉', others: 1 },
];

/** Widgets of a list of messages and of what is around it. */
export function Talk() {
  const [own, setOwn] = useState<readonly string[]>([galleryWords.reactions.thumbs]);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [arrivals, setArrivals] = useState(0);
  return (
    <Sample title={galleryWords.talk}>
      <Divider label={galleryWords.day} />
      <p key={arrivals} class={arrivals > 0 ? 'inset arrived' : 'inset'}>
        {galleryWords.arrived}
      </p>
      <div class="line">
        {REACTIONS.map(({ name, glyph, others }) => {
          const isOwn = own.includes(name);
          const count = others + (isOwn ? 1 : 0);
          return (
            <EmojiPill
              key={name}
              {...{ count, isOwn }}
              label={galleryWords.reactedBy(count, name)}
              people={galleryWords.reacted(name)}
              onPress={() => setOwn(isOwn ? own.filter((each) => each !== name) : [...own, name])}
            >
              <span aria-hidden="true">{glyph}</span>
            </EmojiPill>
          );
        })}
      </div>
      <Divider kind="new" label={galleryWords.newFromHere} />
      <div class="line">
        <Button icon="user" onClick={({ currentTarget }) => setAnchor(currentTarget as HTMLElement)}>
          {galleryWords.openCard}
        </Button>
        <Button icon="arrow-right" onClick={() => setArrivals(arrivals + 1)}>
          {galleryWords.arrive}
        </Button>
        <UnreadCount count={7} />
        <UnreadCount count={2} isForYou />
        <UnreadCount count={1200} isForYou />
      </div>
      <UploadProgress label={galleryWords.upload} value={0.62} onCancel={() => {}} />
      <UploadProgress label={galleryWords.uploadUnknown} value={undefined} onCancel={() => {}} />
      {anchor && (
        <PopoverCard anchor={anchor} label={people[0].name} onClose={() => setAnchor(undefined)}>
          <div class="person-card">
            <Avatar size="portrait" id="p1" name={people[0].name} state="online" />
            <h3>{people[0].name}</h3>
            <p class="quiet-words">{galleryWords.cardText}</p>
            <Button kind="primary" icon="message-square">
              {galleryWords.message}
            </Button>
          </div>
        </PopoverCard>
      )}
    </Sample>
  );
}

const FILTERS = [
  { label: galleryWords.unread, icon: 'circle-dot' },
  { label: galleryWords.mine, icon: 'at-sign' },
  { label: galleryWords.withFiles, icon: 'paperclip' },
] as const;

const DENSITIES = Object.entries(galleryWords.densities).map(([value, label]) => ({ value, label }));

/** Filters, terms, and one of a few. */
export function Choosing() {
  const [filters, setFilters] = useState<readonly string[]>([galleryWords.unread]);
  const [terms, setTerms] = useState<readonly string[]>(galleryWords.terms);
  const [density, setDensity] = useState('plain');
  return (
    <Sample title={galleryWords.choose}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own */}
      <div class="chips" role="group" aria-label={galleryWords.filters}>
        {FILTERS.map(({ label, icon }) => (
          <FilterChip
            key={label}
            {...{ label, icon }}
            pressed={filters.includes(label)}
            onPress={() =>
              setFilters(filters.includes(label) ? filters.filter((each) => each !== label) : [...filters, label])
            }
          />
        ))}
      </div>
      <div class="chips">
        {terms.map((label) => (
          <TermChip
            key={label}
            label={label}
            icon="search"
            onRemove={() => setTerms(terms.filter((each) => each !== label))}
          />
        ))}
      </div>
      <div class="line">
        <Segmented label={galleryWords.density} options={DENSITIES} value={density} onChange={setDensity} />
      </div>
    </Sample>
  );
}
