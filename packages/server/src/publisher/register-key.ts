import type { PublisherKey, PublisherKeyCreate } from '@cfs/contracts/publisher-keys';
import { CommandError } from '../admin/command-error.ts';

/**
 * Registers a key, so that a tenant accepts its bundles.
 *
 * @throws CommandError with the error of the server, or if the server cannot be reached.
 */
export const registerKey = async (
  key: PublisherKeyCreate,
  { server, token, tenantId }: { readonly server: string; readonly token: string; readonly tenantId?: string },
): Promise<PublisherKey> => {
  const answer = await fetch(new URL('/v1/publisherKeys', server), {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(tenantId !== undefined && { 'x-tenant-id': tenantId }),
    },
    body: JSON.stringify({ ...key, ...(tenantId !== undefined && { tenantId }) }),
  }).catch((error: unknown) => {
    throw new CommandError(`${server} cannot be reached: ${error instanceof Error ? error.message : String(error)}.`);
  });
  const body = (await answer.json().catch(() => ({}))) as PublisherKey & { readonly detail?: string };
  if (!answer.ok) throw new CommandError(`${server} answered ${answer.status}: ${body.detail ?? answer.statusText}`);
  return body;
};
