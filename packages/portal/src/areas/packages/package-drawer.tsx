import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a package, or edits the one in the URL. */
export const PackageDrawer = lazyDrawer(async () => (await import('./package-panel.tsx')).PackagePanel);

/** Uploads a version of a package. */
export const UploadDrawer = lazyDrawer(async () => (await import('./upload/upload-panel.tsx')).UploadPanel);

/** The publisher keys whose bundles are accepted. */
export const PublisherKeysDrawer = lazyDrawer(
  async () => (await import('./publisher-keys/publisher-keys-panel.tsx')).PublisherKeysPanel,
);
