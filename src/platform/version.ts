import manifest from '../../package.json' with { type: 'json' };

/** Which Hubbub this is (semantic versioning). */
export const VERSION = manifest.version;
