import type { Holders } from '../../shared/group-setting/holders.ts';
import { PermissionSentences } from '../../shared/group-setting/permission-sentences.tsx';
import type { HolderDirectory } from '../../shared/group-setting/who.ts';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { SupportedPermissions } from '../../store/wire/chat.ts';
import { ROLES, session } from '../data/me.ts';
import { savePermission } from '../data/save-permission.ts';
import { useHolders } from '../data/use-holders.ts';
import { useRegistered } from '../data/use-registered.ts';
import { Frame, FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { FOR_OWNERS, type PartName, PERMISSION_PARTS, type RealmPermission } from './names.ts';
import { permissionWords } from './texts/index.ts';

type Known = { [Name in `realm_${RealmPermission}`]: Holders } & {
  server_supported_permission_settings: SupportedPermissions;
};

const PARTS = Object.keys(PERMISSION_PARTS) as PartName[];

/** Screen with who may do what in the whole organization, in sentences. */
export function PermissionsScreen() {
  const { answer, failure, reload } = useRegistered<Known>('realm');
  const holders = useHolders(
    answer ? PARTS.flatMap((part) => PERMISSION_PARTS[part]).map((name) => answer[`realm_${name}`]) : [],
  );
  const failed = failure ?? holders.failure;
  const retry = () => {
    reload();
    holders.retry();
  };
  return (
    <Frame title={words.screens.permissions} lead={permissionWords.lead}>
      {answer && holders.directory ? (
        PARTS.map((part) => (
          <Part key={part} part={part} known={answer} directory={holders.directory!} onDone={reload} />
        ))
      ) : failed ? (
        <Failure {...failed} onRetry={retry} />
      ) : (
        <Loading rows={10} />
      )}
    </Frame>
  );
}

interface PartProps {
  part: PartName;
  known: Known;
  directory: HolderDirectory;
  onDone(): void;
}

function Part({ part, known, directory, onDone }: PartProps) {
  const isOwner = session.value.apps.chat?.role === ROLES.owner;
  const rules = known.server_supported_permission_settings.realm;
  return (
    <FramePart title={permissionWords.parts[part]}>
      <PermissionSentences
        {...{ directory }}
        submit={words.save}
        permissions={PERMISSION_PARTS[part].map((name: RealmPermission) => ({
          id: name,
          name: permissionWords.names[name],
          value: known[`realm_${name}`],
          rule: rules[name]!,
          sentence: permissionWords.sentences[name],
          locked: FOR_OWNERS.includes(name) && !isOwner ? permissionWords.ownersOnly : undefined,
          save: (value, before) => savePermission('/api/v1/realm', { name, value, before }, onDone),
        }))}
      />
    </FramePart>
  );
}
