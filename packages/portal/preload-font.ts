import type { Plugin } from 'vite';

/**
 * Loads a font together with the scripts instead of after the first text, whose width would change with it. `file`
 * matches its name in the build.
 */
export const preloadFont = (file: RegExp): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle, filename }) => {
      if (!filename.endsWith('/index.html')) return [];
      const fonts = Object.keys(bundle ?? {}).filter((name) => file.test(`/${name}`));
      if (fonts.length !== 1) throw new Error(`${file.source} matches ${fonts.length} files of the build, not one.`);
      return fonts.map((name) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
        injectTo: 'head' as const,
      }));
    },
  },
});
