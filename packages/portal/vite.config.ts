import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { absentPackages } from './absent-packages.ts';
import { chunkGroups } from './chunk-groups.ts';
import { preloadFont } from './preload-font.ts';

const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const server = process.env['PORTAL_SERVER'] ?? 'http://localhost:8080';

/** The server replaces the nonce placeholder in every page that it sends; see index.html. */
export default defineConfig({
  plugins: [react(), preloadFont(/\/inter-latin-wght-normal-[^/]+\.woff2$/)],
  resolve: { alias: absentPackages },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Data addresses for fonts would need a wider content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: { index: page('index.html'), 'silent-callback': page('silent-callback.html') },
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/v1': server, '/oidc': server } },
});
