import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { firstRunAuthor } from '@cfs/contracts/first-hour-steps';
import { createToken } from '../../areas/tokens/write-tokens.ts';
import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { demoTenants } from './demo-tenants.ts';
import { readPrivateJson, writePrivateFile } from '../private-file.ts';

interface Options {
  readonly services: Services;
  /** The agent's own directory. */
  readonly directory: string;
}

/**
 * The token that the agent on this machine enrols with. It is created once and kept until the agent has enrolled;
 * undefined from then on, or if there is no tenant.
 */
export async function agentEnrolmentToken({ services, directory }: Options): Promise<string | undefined> {
  const path = join(directory, 'enrolment.json');
  if ((await readPrivateJson(join(directory, 'agent.json'))) !== undefined) {
    await rm(path, { force: true });
    return undefined;
  }
  const kept = await readPrivateJson<{ token: string }>(path);
  if (kept !== undefined) return kept.token;
  const tenantId = await homeTenant(services);
  if (tenantId === undefined) return undefined;
  const context = systemContext({ name: firstRunAuthor, clock: services.clock, tenantId });
  const { generatedToken } = await createToken(services, context, {
    name: 'This machine',
    description: 'Created by the first run for the agent on this machine.',
    lifetimeYears: 1,
    canEnrol: true,
    canSendPackets: true,
    canRead: false,
  });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writePrivateFile(path, JSON.stringify({ token: generatedToken }));
  return generatedToken;
}

/** The id of the first demo tenant; if it was renamed, that of the first tenant by name. */
async function homeTenant({ snapshot }: Services): Promise<string | undefined> {
  const { tenantsByName } = await snapshot.current();
  const [home] = demoTenants;
  return (tenantsByName.find(({ name }) => name === home.name) ?? tenantsByName[0])?.tenantId;
}
