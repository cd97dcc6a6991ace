import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectDirectory } from './project.ts';

/** Updates the screenshot of the README if CFS_README_PICTURE=1. */
export async function takeReadmePicture(page: Page): Promise<void> {
  if (process.env['CFS_README_PICTURE'] !== '1') return;
  await page.screenshot({ path: join(projectDirectory, 'docs', 'portal.png'), animations: 'disabled' });
}
