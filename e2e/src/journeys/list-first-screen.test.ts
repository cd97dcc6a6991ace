import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { row } from '../pages/data-list.ts';
import { signIn } from '../pages/login-page.ts';
import { networkIdle } from '../pages/network-idle.ts';

const kibibyte = 1_024;

journey('the first list loads at most 440 KiB of script', async ({ visit }) => {
  const { page } = await visit();
  await signIn(page, 'admin', '/workunitsv2');
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  });
  await page.reload();
  await row(page, 'Work units', /./).nth(1).waitFor();
  await networkIdle(page);
  const bodies = await Promise.all(scripts.values());
  const size = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(bodies.length).toBeGreaterThan(0);
  expect(Math.round(size / kibibyte)).toBeLessThanOrEqual(440);
});
