import manifest from '../../package.json' with { type: 'json' };

/** Version of this Hubbub (semantic versioning). */
export const VERSION = manifest.version;

/** The release before this version, whose processes may serve beside it for a while (docs/decisions/0077-rolling-upgrades.md). */
export const RELEASE_BEFORE: string | undefined = manifest.releaseBefore ?? undefined;
