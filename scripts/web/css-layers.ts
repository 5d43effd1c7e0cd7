import type { Plugin } from 'vite';

/** As `web/shared/tokens.css` has them: what comes later wins. */
const LAYERS = '@layer tokens, base, parts, page;\n';

/**
 * Says the order of the layers at the beginning of every stylesheet. The first one that a browser reads decides, and which part
 * of a page that is depends on what its apps have in common.
 */
export function cssLayers(): Plugin {
  return {
    name: 'hubbub:css-layers',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('.css') ? { code: LAYERS + code, map: null } : undefined),
  };
}
