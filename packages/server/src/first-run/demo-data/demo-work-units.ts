import { workUnitTypes, type WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import { workUnitCreateSchema, type WorkUnit } from '@cfs/contracts/work-units';
import { addNote } from '../../areas/work-units/notes/add-note.ts';
import { createWorkUnit } from '../../areas/work-units/creation/create-work-unit.ts';
import { patchWorkUnit } from '../../areas/work-units/changes/patch-work-unit.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { at, changeOf, personOf } from './demo-acting.ts';
import type { DemoPerson } from './demo-people.ts';
import { readCategories, type CategoryPair } from './demo-categories.ts';
import { demoLives, longestMinutes } from './demo-lives.ts';
import { demoPlaces } from './demo-places.ts';
import { demoStories, type DemoStory } from './demo-stories.ts';
import type { DemoTenant } from './demo-tenants.ts';
import { randomSource, type RandomSource } from './random-source.ts';

/** A tenant that work units are generated for. */
export interface DemoScene {
  readonly tenantId: string;
  readonly demo: DemoTenant;
  /** The protocol of its recent units with Sev0 to Sev2, if there is one. */
  readonly protocolId?: string | undefined;
}

/** A work unit to create, with the time of its creation. */
interface Beginning extends DemoScene {
  readonly created: Date;
}

interface Setting {
  readonly services: Services;
  readonly random: RandomSource;
  readonly operator: DemoPerson;
  readonly requester: DemoPerson;
  readonly pairOf: (tenantId: string, story: DemoStory) => CategoryPair | undefined;
}

const minuteMilliseconds = 60_000;
const dayMilliseconds = 1440 * minuteMilliseconds;
/** The maximum age of units that follow the protocol, whose mails are sent when the portal starts. */
const followedMilliseconds = 2 * dayMilliseconds;
/** The share of units that the requester asks for and then sees in the Resolution Center. */
const askedForShare = 1 / 3;

const notes = [
  'Called the site; a technician is on the way.',
  'Waiting for the supplier to answer.',
  'Checked again this morning: no change.',
  'The people on site are informed.',
] as const;

/**
 * Creates the work units of two months for these tenants, from the oldest to the newest. Each unit is created and
 * changed by the same services as in production, at moments of the past, so that its history and audit look real.
 */
export async function createWorkUnits(
  services: Services,
  context: Context,
  scenes: readonly DemoScene[],
  people: readonly DemoPerson[],
): Promise<void> {
  const random = randomSource(20_261_121);
  const setting: Setting = {
    services,
    random,
    operator: personOf(people, 'operator'),
    requester: personOf(people, 'requester'),
    pairOf: await readCategories(services, context),
  };
  const latest = services.clock.now().getTime() - 30 * minuteMilliseconds;
  const beginnings = scenes
    .flatMap((scene) =>
      Array.from({ length: scene.demo.workUnits }, () => ({
        ...scene,
        created: new Date(latest - random.next() ** 2 * 60 * dayMilliseconds),
      })),
    )
    .sort((one, other) => one.created.getTime() - other.created.getTime());
  for (const beginning of beginnings) await liveThrough(setting, beginning);
}

async function liveThrough(setting: Setting, beginning: Beginning): Promise<void> {
  const { services, random, operator } = setting;
  const { tenantId } = beginning;
  let unit = await begin(setting, beginning);
  let moment = beginning.created;
  for (const state of random.pick(demoLives)) {
    moment = new Date(moment.getTime() + random.between(4, longestMinutes[state]) * minuteMilliseconds);
    if (moment > services.clock.now()) return;
    const context = at(operator, moment, tenantId);
    unit = await patchWorkUnit(services, context, unit.workUnitId, changeOf(unit, changesFor(state, operator, unit)));
    if (state === 'InProgress' && random.chance(0.5)) {
      await addNote(services, context, {
        workUnitId: unit.workUnitId,
        detail: random.pick(notes),
        isExternalNote: random.chance(0.3),
      });
    }
  }
}

async function begin(setting: Setting, beginning: Beginning): Promise<WorkUnit> {
  const { tenantId, demo, created } = beginning;
  const { services, random, operator, requester, pairOf } = setting;
  const story = random.pick(demoStories);
  const asked = random.chance(askedForShare);
  const [place] = demoPlaces(demo.locations).slice(random.between(0, demo.locations - 1));
  const unit = workUnitCreateSchema.parse({
    tenantId,
    title: story.title.replace('{site}', place?.name ?? demo.name),
    description: story.description,
    severityId: story.severity,
    workUnitTypeId: story.category === 'Access' ? workUnitTypes.Request : workUnitTypes.Incident,
    assignmentGroup: random.pick(demo.assignmentGroups),
    source: asked ? 'Resolution Center' : random.pick(['Phone', 'Mail', 'Monitoring']),
    effort: random.pick([1, 2, 3, 5, 8]),
    ...pairOf(tenantId, story),
    protocolId: followedProtocol(beginning, story, services.clock.now()),
    ...(asked && { stakeHolderFullName: requester.name, stakeHolderEmailAddress: requester.email }),
  });
  return createWorkUnit(services, at(asked ? requester : operator, created, tenantId), 'WorkUnits:create', unit);
}

function followedProtocol({ protocolId, created }: Beginning, story: DemoStory, now: Date): string | undefined {
  const isRecent = now.getTime() - created.getTime() < followedMilliseconds;
  return isRecent && ['Sev0', 'Sev1', 'Sev2'].includes(story.severity) ? protocolId : undefined;
}

function changesFor(state: WorkUnitState, operator: DemoPerson, unit: WorkUnit): Partial<WorkUnit> {
  if (state === 'Acknowledged') return { stateId: state, assignedTo: operator.email };
  if (state !== 'Resolved') return { stateId: state };
  const story = demoStories.find(({ description }) => description === unit.description);
  return { stateId: state, resolution: story?.resolution ?? null };
}
