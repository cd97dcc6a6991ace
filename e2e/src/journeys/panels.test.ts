import { describe } from 'vitest';
import { opensPanel, portalScreens } from '../pages/portal-screens.ts';
import { checkScreens } from '../pages/screen-checks.ts';

describe('with an empty cache', () => {
  checkScreens('panels', portalScreens.filter(opensPanel));
});
