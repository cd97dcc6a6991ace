import {
  firstHourPermissions,
  firstHourSteps,
  firstRunAuthor,
  type FirstHourStep,
} from '@cfs/contracts/first-hour-steps';
import type { FirstHour } from '@cfs/contracts/first-hour';
import type { Context } from '../../platform/context.ts';
import type { EntityDeclaration } from '../../platform/odata/entity.ts';
import { readList } from '../../platform/odata/read-list.ts';
import type { Services } from '../../platform/services.ts';
import { deviceEntity } from '../devices/device-entity.ts';
import { pendingDeviceEntity } from '../pending-devices/pending-device-entity.ts';
import { ruleMatchEntity } from '../rules/matches/rule-match-entity.ts';
import { ruleEntity } from '../rules/rule-entity.ts';
import { tokenEntity } from '../tokens/token-entity.ts';

type Step = FirstHour['steps'][number];

/** Maximum number of own rules, by name, that are searched for one with a match. */
const maxRules = 50;
/** Created by a person, not by the first run. */
const isOwn = `createdBy ne '${firstRunAuthor}'`;
const isOwnDevice = `isDeleted eq false and ${isOwn}`;

/**
 * The steps that the caller is permitted to do, and whether each is done, derived from the current rows of the
 * request's tenant.
 */
export const readFirstHour = async (services: Pick<Services, 'gate'>, context: Context): Promise<FirstHour> => {
  const find = async <Row>(entity: EntityDeclaration, filter?: string, top = 1): Promise<readonly Row[]> =>
    readList<Row>(services, context, entity, {
      ...(filter !== undefined && { $filter: filter }),
      $select: entity.key,
      $top: String(top),
    });

  const findDevice = async (filter: string): Promise<string | undefined> =>
    (await find<{ readonly deviceId: string }>(deviceEntity, `${isOwnDevice} and ${filter}`))[0]?.deviceId;
  const hasDevice = async (): Promise<boolean> => (await find(deviceEntity, isOwnDevice)).length > 0;
  const isWaiting = async (): Promise<boolean> => (await find(pendingDeviceEntity)).length > 0;
  const findOwnRules = (): Promise<readonly { readonly ruleId: string }[]> =>
    find(ruleEntity, `tenantId ne null and ${isOwn}`, maxRules);

  const done = (isDone: boolean, id?: string): Omit<Step, 'step'> => ({ isDone, id: id ?? null });
  const reads: Readonly<Record<FirstHourStep, () => Promise<Omit<Step, 'step'>>>> = {
    token: async () => done((await find(tokenEntity, `canEnrol eq true and state eq 'Active'`)).length > 0),
    agent: async () => done((await isWaiting()) || (await hasDevice())),
    promotion: async () => done(await hasDevice()),
    reading: async () => {
      const reporting = await findDevice('latestPacket/timestamp ne null');
      return done(reporting !== undefined, reporting);
    },
    rule: async () => {
      const [first] = await findOwnRules();
      return done(first !== undefined, first?.ruleId);
    },
    match: async () => {
      const rules = await findOwnRules();
      if (rules.length === 0) return done(false);
      const among = rules.map(({ ruleId }) => ruleId).join(',');
      const [match] = await readList<{ readonly ruleId: string }>(services, context, ruleMatchEntity, {
        $filter: `tenantId eq ${context.tenantId} and ruleId in (${among})`,
        $select: 'ruleId',
        $top: '1',
      });
      return done(match !== undefined, match?.ruleId ?? rules[0]?.ruleId);
    },
  };

  const held = firstHourSteps.filter((step) => firstHourPermissions[step].every((needed) => context.can(needed)));
  return { steps: await Promise.all(held.map(async (step) => ({ step, ...(await reads[step]()) }))) };
};
