/**
 * Runs a command as the service does: as its user, with the settings of its unit and of its `EnvironmentFile`, in whatever folder one is. Root
 * may do so, and the service's user where the file is readable. Settings of the caller count for nothing, but those that stand before the
 * command: `hubbub DATA_DIR=/new/place restore FILE`.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { runHubbub } from './run.mjs';
import { parseEnvironmentFile } from './service/environment-file.mjs';
import { readUnit } from './service/unit.mjs';

/** The operator's own unit, which counts before that of the Debian package. */
const OWN_UNIT = '/etc/systemd/system/hubbub.service';
const PACKAGED_UNIT = '/usr/lib/systemd/system/hubbub.service';
const UNIT = process.env.HUBBUB_UNIT ?? (!existsSync(OWN_UNIT) && existsSync(PACKAGED_UNIT) ? PACKAGED_UNIT : OWN_UNIT);
/** Environment variables of the caller: properties of the terminal, and the search path. */
const OF_CALLER = ['PATH', 'TERM', 'LANG', 'LC_ALL', 'TZ', 'COLUMNS', 'NO_COLOR'];

/** Ends with a sentence. */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function unitOrRefuse() {
  try {
    return readUnit(UNIT);
  } catch (error) {
    return refuse(
      `There is no service here: ${UNIT} cannot be read (${error.code}). Copy deploy/hubbub.service there, or run node scripts/hubbub.mjs with the settings of your server.`,
    );
  }
}

/** Later files count more, and all of them more than the unit. */
function settingsOf({ environment, environmentFiles }) {
  const settings = { ...environment };
  for (const { path, isOptional } of environmentFiles) {
    try {
      Object.assign(settings, parseEnvironmentFile(readFileSync(path, 'utf8')));
    } catch (error) {
      if (error.code === 'ENOENT' && isOptional) continue;
      if (error.code === 'EACCES')
        refuse(
          `The settings of the service are in ${path}, which this user may not read. Run it as root: sudo hubbub …`,
        );
      refuse(`The settings of the service are in ${path}, which cannot be read: ${error.code}.`);
    }
  }
  return settings;
}

/** Becomes the service's user, for good. */
function become(user) {
  const number = (option) => {
    try {
      return Number(
        execFileSync('id', [option, '--', user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    } catch {
      return refuse(`${UNIT} names the user ${user}, who is not there.`);
    }
  };
  const [uid, gid] = [number('-u'), number('-g')];
  if (process.getuid() === uid) return;
  if (process.getuid() !== 0) refuse(`Commands run as the service's user, ${user}. Run it as root: sudo hubbub …`);
  process.initgroups(user, gid);
  process.setgid(gid);
  process.setuid(uid);
}

const unit = unitOrRefuse();
const settings = settingsOf(unit);
const args = process.argv.slice(2);
while (/^[A-Z][A-Z0-9_]*=/.test(args[0] ?? '')) {
  const [given] = args.splice(0, 1);
  const at = given.indexOf('=');
  settings[given.slice(0, at)] = given.slice(at + 1);
}
const ofCaller = Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_CALLER.includes(name)));
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, ofCaller, settings);
if (unit.user !== undefined) become(unit.user);
process.umask(0o077);
await runHubbub(args.length > 0 ? args : ['--help']);
