import { createHash } from 'node:crypto';
import type { Change } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { takeLock } from '../database/take-lock.ts';
import { joinTransaction } from '../database/join-transaction.ts';
import type { Area, Services } from '../services.ts';
import { applyItemChanges } from './apply-item-changes.ts';
import { compareConfiguration, type ItemChange } from './compare-configuration.ts';
import type { ConfigurationPart } from './configuration-part.ts';
import { ConfigurationRefused } from './configuration-refused.ts';
import { configurationVersion, orderParts } from './configuration-schema.ts';
import { countChanges, describeChanges, headline } from './describe-changes.ts';
import { readNames, type NameSource } from './names.ts';
import { readStored, type StoredPart } from './stored-configuration.ts';
import { readWanted, type WantedConfiguration } from './wanted-configuration.ts';
import { writeYaml } from './write-yaml.ts';

/** The parts and names that the areas add to the configuration of a tenant. */
export interface ConfigurationOfAreas {
  /** Each part follows those whose items it names. */
  readonly parts: readonly ConfigurationPart[];
  readonly names: readonly NameSource[];
}

/** Collects the parts and names of the areas. */
export const configurationOf = (areas: readonly Area[]): ConfigurationOfAreas => ({
  parts: orderParts(areas.flatMap(({ configuration }) => configuration?.parts ?? [])),
  names: areas.flatMap(({ configuration }) => configuration?.names ?? []),
});

/** The changes of a tenant that applying a file causes. */
export interface ConfigurationPlan {
  /** Identifies the current state of the tenant and the content of the file. */
  readonly fingerprint: string;
  /** The changes and the members that differ, one line each. */
  readonly lines: readonly string[];
  readonly created: number;
  readonly changed: number;
  readonly removed: number;
}

const scope = { permission: 'Tenants:edit', shared: true } as const;
const fingerprintCharacters = 16;

/** Thrown to roll back the transaction of a plan. */
class Planned extends Error {
  readonly plan: ConfigurationPlan;

  constructor(plan: ConfigurationPlan) {
    super('planned');
    this.plan = plan;
  }
}

const fingerprintOf = (tenantId: string, stored: readonly StoredPart[], { parts }: WantedConfiguration): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        tenantId,
        stored.map(({ part, items }) => [part.key, items.map(({ item }) => item)]),
        parts.map(({ part, items }) => [part.key, items.map(({ item }) => item)]),
      ]),
    )
    .digest('hex')
    .slice(0, fingerprintCharacters);

/** Throws if changes are left, so that applying the same file again changes nothing. */
const expectDone = (changes: readonly ItemChange[]): void => {
  const left = changes.filter(({ verb }) => verb !== 'keep');
  if (left.length > 0)
    throw new ConfigurationRefused(['The file cannot be stored as it is written:', ...describeChanges(left)]);
};

/** The configuration of the context's tenant as YAML: the same text for the same configuration. */
export const exportConfiguration = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  { parts, names }: ConfigurationOfAreas,
): Promise<string> =>
  gate.read(context, scope, async (db) => {
    const { tenantId } = context;
    const reading = { db, context, tenantId, names: await readNames(db, tenantId, names) };
    const stored = await readStored(parts, reading);
    return writeYaml({
      version: configurationVersion,
      ...Object.fromEntries(
        stored.map(({ part, items }) => [
          part.key,
          part.form === 'list' ? items.map(({ written }) => written) : items[0]?.written,
        ]),
      ),
    });
  });

const run = async (
  services: Services,
  context: Context,
  { parts, names: sources }: ConfigurationOfAreas,
  wanted: WantedConfiguration,
  finish: (plan: ConfigurationPlan, change: Change, changes: readonly ItemChange[]) => Promise<ConfigurationPlan>,
  check: (fingerprint: string) => void,
): Promise<ConfigurationPlan> =>
  services.gate.write(context, scope, async (db, change) => {
    const { tenantId } = context;
    // Serialises the application of files to a tenant.
    await takeLock(db, `configuration ${tenantId}`);
    const begin = async () => ({ db, context, tenantId, names: await readNames(db, tenantId, sources) });
    const reading = await begin();
    const stored = await readStored(parts, reading);
    const fingerprint = fingerprintOf(tenantId, stored, wanted);
    check(fingerprint);
    const changes = compareConfiguration(stored, wanted);
    await applyItemChanges({ ...reading, services: joinTransaction(services, db, change) }, parts, changes, wanted);
    expectDone(compareConfiguration(await readStored(parts, await begin()), wanted));
    return finish({ fingerprint, lines: describeChanges(changes), ...countChanges(changes) }, change, changes);
  });

/**
 * Returns the changes of applying the text. They are made in a transaction that is rolled back, so that refusals of
 * commands are reported here.
 *
 * @throws ConfigurationRefused with the line of each fault.
 */
export const planConfiguration = async (
  services: Services,
  context: Context,
  configuration: ConfigurationOfAreas,
  text: string,
): Promise<ConfigurationPlan> => {
  const wanted = readWanted(configuration.parts, text);
  try {
    return await run(
      services,
      context,
      configuration,
      wanted,
      (plan) => Promise.reject(new Planned(plan)),
      () => undefined,
    );
  } catch (error) {
    if (error instanceof Planned) return error.plan;
    throw error;
  }
};

/**
 * Applies the text in one transaction, with an audit record of each change and one of the application.
 *
 * @throws ConfigurationRefused with the line of each fault, or if the tenant or the file differs from that of the plan.
 */
export const applyConfiguration = async (
  services: Services,
  context: Context,
  configuration: ConfigurationOfAreas,
  text: string,
  planned: string,
): Promise<ConfigurationPlan> => {
  const wanted = readWanted(configuration.parts, text);
  const applied = await run(
    services,
    context,
    configuration,
    wanted,
    async (plan, change, changes) => {
      const { tenantId } = context;
      const done = changes.filter(({ verb }) => verb !== 'keep').map(headline);
      if (done.length > 0)
        await change.record({
          entity: 'TenantConfiguration',
          id: tenantId,
          tenantId,
          after: { plan: plan.fingerprint, changes: done },
        });
      return plan;
    },
    (fingerprint) => {
      if (fingerprint !== planned)
        throw new ConfigurationRefused([
          'The tenant or the file has changed since the plan, or the plan is of another tenant. Plan again.',
        ]);
    },
  );
  await services.snapshot.refresh();
  return applied;
};
