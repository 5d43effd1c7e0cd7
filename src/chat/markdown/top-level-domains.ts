import { domainToASCII } from 'node:url';
import registered from 'tlds' with { type: 'json' };

/** Endings of file names that are also top-level domains: `main.rs` and `notes.md` are files. */
const FILE_ENDINGS = new Set(['md', 'mov', 'ps', 'py', 'rs', 'sh', 'so', 'zip']);

/** A name under one of these is taken for a web address though it has no scheme. In ASCII. */
export const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(
  registered.filter((name) => !FILE_ENDINGS.has(name)).map((name) => domainToASCII(name)),
);
