/** Debian packages: the folder of a release below `/opt`, the unit, and a file for settings. */

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const UNIT = 'usr/lib/systemd/system/hubbub.service';
const SETTINGS = 'etc/hubbub.env';
/** Debian's names of the processors that releases are made for. */
export const ARCHITECTURES: Readonly<Record<string, string>> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

/** Scripts of the package: what systemd and the users of the machine need besides files. Data stays when it is removed. */
const SCRIPTS = {
  postinst: `if [ "$1" = configure ]; then
  getent passwd hubbub > /dev/null ||
    useradd --system --user-group --home-dir /var/lib/hubbub --shell /usr/sbin/nologin hubbub
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if [ -z "$2" ]; then systemctl enable --now hubbub; else systemctl try-restart hubbub; fi
  fi
fi`,
  prerm: `if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now hubbub; fi`,
  postrm: `if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi`,
};

/** Tells why this machine makes no Debian packages; undefined if it does. */
export const lacksDpkg = (): string | undefined =>
  spawnSync('dpkg-deb', ['--version']).status === 0 ? undefined : 'dpkg-deb is not installed (Debian package dpkg)';

/** Parts of a package. */
export interface DebianOptions {
  version: string;
  /** As `platforms.ts` names it. */
  platform: string;
  /** Time of every file, in seconds since 1970. */
  time: number;
}

/** Writes the folder of a release as a Debian package; the folder is moved into one for the package, `stage`. */
export function writeDebian(
  folder: string,
  { stage, file }: { stage: string; file: string },
  { version, platform, time }: DebianOptions,
): void {
  const at = (name: string) => {
    const place = path.join(stage, name);
    mkdirSync(path.dirname(place), { recursive: true });
    return place;
  };
  const write = (name: string, text: string, mode: number) => {
    writeFileSync(at(name), text);
    chmodSync(at(name), mode);
  };
  renameSync(folder, at('opt/hubbub'));
  cpSync(at('opt/hubbub/deploy/hubbub.service'), at(UNIT));
  symlinkSync('/opt/hubbub/deploy/hubbub', at('usr/bin/hubbub'));
  write(SETTINGS, '# Settings of Hubbub, a NAME=value a line (docs/operators/settings.md).\n', 0o600);
  write('DEBIAN/conffiles', `/${SETTINGS}\n`, 0o644);
  write('DEBIAN/control', controlOf(version, ARCHITECTURES[platform]!), 0o644);
  for (const [name, script] of Object.entries(SCRIPTS))
    write(`DEBIAN/${name}`, `#!/bin/sh\nset -e\n${script}\n`, 0o755);
  // Node and PostgreSQL run as the service's user, whoever makes the package.
  execFileSync('chmod', ['-R', 'a+rX,go-w', at('opt')]);
  execFileSync('dpkg-deb', ['--build', '--root-owner-group', stage, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
  });
  rmSync(stage, { recursive: true });
}

const controlOf = (version: string, architecture: string) => `Package: hubbub
Version: ${version.replace('-', '~')}
Architecture: ${architecture}
Maintainer: The Hubbub project <nobody@localhost>
Depends: libc6, passwd
Section: net
Priority: optional
Description: Team chat and delivery dispatch
 One program with its own PostgreSQL. It runs as the service hubbub; its data
 is in /var/lib/hubbub, its settings are in /etc/hubbub.env.
`;
