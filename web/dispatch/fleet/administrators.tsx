import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { List } from '../../shared/ui/list.tsx';
import type { LiveAdministrator as Administrator } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { fleetWords as words } from './texts/index.ts';

interface AdministratorsProps {
  of: readonly Administrator[];
  open: string | undefined;
}

/** Administrators, each a way to their sheet. */
export function Administrators({ of, open }: AdministratorsProps) {
  const { openAdministrator } = useSheet();
  return (
    <List
      label={words.tabNames.administrators}
      items={of}
      idOf={({ id }) => id}
      selected={open?.slice('admin-'.length)}
      onOpen={({ id }) => openAdministrator(id)}
      render={(administrator) => (
        <>
          <span aria-hidden="true">
            <Avatar name={administrator.name} id={administrator.id} size="small" />
          </span>
          <span class="grow" dir="auto">
            {administrator.name}
          </span>
          <AdministratorBadges administrator={administrator} />
        </>
      )}
    />
  );
}

/** Whether they have come, and may change something. */
export function AdministratorBadges({ administrator }: { administrator: Administrator }) {
  const { isActive, isReadOnly, type } = administrator;
  return (
    <>
      {!isActive && <Badge>{words.invited}</Badge>}
      {isReadOnly && <Badge>{words.readOnlyBadge}</Badge>}
      {type === 'super' && <Badge>{words.owner}</Badge>}
    </>
  );
}
