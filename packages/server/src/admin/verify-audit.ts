import { verifyChain, verifyStanding } from '../platform/audit/verify-chain.ts';
import { readWrittenHeads, WrittenHeadsError } from '../platform/audit/written-heads.ts';
import { systemTenantId } from '../platform/context.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command-error.ts';

const faultsNamed = 20;

const readHeads = async (file: string | undefined) => {
  try {
    return file === undefined ? new Map<string, never[]>() : await readWrittenHeads(file);
  } catch (error) {
    if (error instanceof WrittenHeadsError) throw new CommandError(error.message);
    throw error;
  }
};

/**
 * Checks the audit of one tenant, or of each that has one by the database or by the file of heads. Answers a line for
 * each that is whole.
 *
 * @throws CommandError naming all that is not, in one line.
 */
export const verifyAudit = async (
  services: Services,
  places: readonly string[] | 'all',
  nameOf: (tenantId: string) => string,
  headsFile: string | undefined,
): Promise<readonly string[]> => {
  const written = await readHeads(headsFile);
  const standing = await verifyStanding(services);
  const { tenants } = await services.snapshot.current();
  const tenantIds =
    places === 'all'
      ? [...new Set([systemTenantId, ...tenants.keys(), ...standing.tenantIds, ...written.keys()])]
      : places;
  const lines: string[] = [];
  const broken = standing.faults.length === 0 ? [] : [`the heads: ${standing.faults.join(', ')}`];
  for (const tenantId of tenantIds) {
    const faults = await verifyChain(services, tenantId, written.get(tenantId));
    if (faults.length === 0) {
      lines.push(`${nameOf(tenantId)}: whole`);
      continue;
    }
    const texts = faults
      .slice(0, faultsNamed)
      .map(({ position, text }) => (position === undefined ? text : `broken at position ${position}, ${text}`));
    const more = faults.length > faultsNamed ? [`and ${faults.length - faultsNamed} more`] : [];
    broken.push(`${nameOf(tenantId)}: ${[...texts, ...more].join(', ')}`);
  }
  if (broken.length > 0) throw new CommandError(broken.join('; '));
  return lines;
};
