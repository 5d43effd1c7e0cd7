import { useState } from 'preact/hooks';
import { GroupSetting } from '../../shared/group-setting/group-setting.tsx';
import type { HolderGroup, Holders } from '../../shared/group-setting/holders.ts';
import { galleryWords } from '../words.ts';
import { people } from './made-up.ts';
import { Sample } from './sample.tsx';

const RULE = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: true,
  allowed_system_groups: [],
};

const madeUpGroups = ['role:nobody', 'role:moderators', 'role:everyone', galleryWords.nightShift].map((name, id) => ({
  ...{ id, name, is_system_group: name.startsWith('role:'), deactivated: false },
}));
const groups = new Map<number, HolderGroup>(madeUpGroups.map((group) => [group.id, group]));

const named = people.map(({ name }, id) => ({ id, name }));
const directory = {
  groups,
  nameOf: (userId: number) => named[userId]!.name,
  findPeople: (query: string) => named.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase())),
};

/** The widget for the holders of a permission. */
export function HolderSample() {
  const [value, setValue] = useState<Holders>({ direct_members: [2, 4], direct_subgroups: [1, 3] });
  return (
    <Sample title={galleryWords.permission}>
      <GroupSetting
        {...{ value, directory }}
        rule={RULE}
        sentence={({ who }) => galleryWords.mayWrite(who)}
        onChange={setValue}
      />
    </Sample>
  );
}
