import { useEffect } from 'react';
import { useEnvironment } from '../../lib/environment.ts';

const favicon = (color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${color}"/><path d="M7 19h5l3-9 4 14 3-8h3" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  )}`;

/** Colours the favicon by environment. */
export const EnvironmentFavicon = () => {
  const { color } = useEnvironment();
  useEffect(() => {
    if (/^#[0-9a-f]{3,8}$/i.test(color))
      document.querySelector('link[rel="icon"]')?.setAttribute('href', favicon(color));
  }, [color]);
  return null;
};
