/** ID of the sources that this page was built from; `development` where Vite's own server serves it. */
declare const __BUILD__: string;

/** Address of the one file of drawings (`scripts/web/icon-sprite.ts`). */
declare module 'hubbub:icons' {
  const address: string;
  export default address;
}

/** Address of a file as it is, put beside the others by the build. */
declare module '*?url&no-inline' {
  const address: string;
  export default address;
}
