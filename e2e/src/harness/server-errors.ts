import type { Product } from './product.ts';

const failedCount = /^http_request_duration_seconds_count\{(?<labels>[^}]*status="5\d\d"[^}]*)\} (?<count>[1-9]\d*)$/gm;

/** The kinds of responses of 500 and above to any client since the server started, one line each. */
export async function serverErrors({ address }: Product): Promise<readonly string[]> {
  const answer = await fetch(`${address}/metrics`);
  const metrics = await answer.text();
  if (!answer.ok) return [`GET /metrics answered ${answer.status}`];
  return [...metrics.matchAll(failedCount)].map(({ groups }) => `${groups?.['count']} × ${groups?.['labels']}`);
}
