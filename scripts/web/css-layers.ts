import type { Plugin } from 'vite';

/** As `web/shared/tokens.css` has them: what comes later wins. */
const LAYERS = '@layer tokens, base, parts, page;\n';

/**
 * Says the order of the layers at the beginning of every stylesheet. The first one that a browser reads decides, and which part
 * of a page that is depends on what its apps have in common. What a library brings lies below what screens say of it.
 */
export function cssLayers(): Plugin {
  return {
    name: 'hubbub:css-layers',
    enforce: 'pre',
    transform: (code, id) => {
      if (!id.endsWith('.css')) return undefined;
      const own = id.includes('/node_modules/') ? `@layer parts {\n${code}\n}\n` : code;
      return { code: LAYERS + own, map: null };
    },
  };
}
