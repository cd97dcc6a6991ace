import { overlapLimit, type MaintenanceWindow, type PlannedChange } from '@cfs/contracts/change-calendar';
import type { OpenWindow } from '../rules/maintenance/read-maintenance-windows.ts';
import { nameKey, type AffectedResource } from './affected-resource.ts';
import type { Planned } from './planned-change.ts';

type Maintenance = PlannedChange['maintenance'];

/** Texts that sort before and after every time in ISO 8601. */
const [earliest, latest] = ['', '~'];

/** The resources that one rule covers in one tenant, with the times at which its window is open. */
interface Cover {
  readonly window: MaintenanceWindow;
  /** The resources by kind and id, and by name. */
  readonly entities: ReadonlySet<string | undefined>;
  readonly names: ReadonlySet<string>;
  readonly times: readonly { readonly start: string; readonly finish: string }[];
}

const coversOf = (windows: readonly OpenWindow[]): readonly Cover[] =>
  [...Map.groupBy(windows, ({ window: { ruleId, tenantId } }) => `${ruleId} ${tenantId}`).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const times = alike.map(({ window: { startTime, finishTime } }) => ({
      start: startTime ?? earliest,
      finish: finishTime ?? latest,
    }));
    return {
      window: first.window,
      times,
      entities: new Set(first.resources.map(({ entity }) => entity)),
      names: new Set(first.resources.map(nameKey)),
    };
  });

/** Compares by kind and id if the change's resource has them, because the resources of a window always have them. */
const covers = ({ entities, names }: Cover, resource: AffectedResource): boolean =>
  resource.entity === undefined ? names.has(nameKey(resource)) : entities.has(resource.entity);

const openFor = (cover: Cover, { change, resources }: Planned): Maintenance => {
  const { window, times } = cover;
  const open = times.filter(
    ({ start, finish }) => start < change.plannedFinishTime && finish > change.plannedStartTime,
  );
  if (open.length === 0) return [];
  const isWhole =
    (window.isWholeTenant || resources.every((resource) => covers(cover, resource))) &&
    open.some(({ start, finish }) => start <= change.plannedStartTime && finish >= change.plannedFinishTime);
  return [{ ruleId: window.ruleId, name: window.name, isWhole }];
};

/**
 * Returns a function that finds the rules whose windows are open for the tenant and one of the resources of a change
 * while it is under way, ordered by their first start; at most {@link overlapLimit}.
 */
export const maintenanceAmong = (windows: readonly OpenWindow[]): ((planned: Planned) => Maintenance) => {
  const all = coversOf(windows);
  const byResource = Map.groupBy(
    all.flatMap((cover) => [...cover.entities, ...cover.names].map((key) => ({ key, cover }))),
    ({ key }) => key,
  );
  return (planned) => {
    const { change, resources } = planned;
    const keys = resources.map((resource) => resource.entity ?? nameKey(resource));
    const named = new Set(keys.flatMap((key) => (byResource.get(key) ?? []).map(({ cover }) => cover)));
    return all
      .filter(({ window }) => (window.tenantId ?? change.tenantId) === change.tenantId)
      .filter((cover) => cover.window.isWholeTenant || named.has(cover))
      .flatMap((cover) => openFor(cover, planned))
      .slice(0, overlapLimit);
  };
};
