import { verifyChain, verifyHeads } from '../platform/audit/verify-chain.ts';
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

/** The result of checking the audit of tenants. */
export interface AuditChecked {
  /** The tenants whose audit is intact. */
  readonly whole: readonly string[];
  /** The faults, one line for each tenant. */
  readonly broken: readonly string[];
}

/**
 * Checks the audit of the tenants, or of every tenant in the database or in the file of heads.
 *
 * @throws CommandError when the file of heads cannot be read.
 */
export const checkAudit = async (
  services: Services,
  places: readonly string[] | 'all',
  nameOf: (tenantId: string) => string,
  headsFile: string | undefined,
): Promise<AuditChecked> => {
  const written = await readHeads(headsFile);
  const sealed = await verifyHeads(services);
  const { tenants } = await services.snapshot.current();
  const tenantIds =
    places === 'all'
      ? [...new Set([systemTenantId, ...tenants.keys(), ...sealed.tenantIds, ...written.keys()])]
      : places;
  const whole: string[] = [];
  const broken = sealed.faults.length === 0 ? [] : [`the heads: ${sealed.faults.join(', ')}`];
  for (const tenantId of tenantIds) {
    const faults = await verifyChain(services, tenantId, written.get(tenantId));
    if (faults.length === 0) {
      whole.push(nameOf(tenantId));
      continue;
    }
    const texts = faults
      .slice(0, faultsNamed)
      .map(({ position, text }) => (position === undefined ? text : `broken at position ${position}, ${text}`));
    const more = faults.length > faultsNamed ? [`and ${faults.length - faultsNamed} more`] : [];
    broken.push(`${nameOf(tenantId)}: ${[...texts, ...more].join(', ')}`);
  }
  return { whole, broken };
};

/**
 * Checks the audit as {@link checkAudit} does. Returns a line for each tenant whose audit is intact.
 *
 * @throws CommandError that names all faults in one line.
 */
export const verifyAudit = async (...parameters: Parameters<typeof checkAudit>): Promise<readonly string[]> => {
  const { whole, broken } = await checkAudit(...parameters);
  if (broken.length > 0) throw new CommandError(broken.join('; '));
  return whole.map((name) => `${name}: intact`);
};
