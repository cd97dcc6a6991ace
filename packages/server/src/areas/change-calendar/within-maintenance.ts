import { overlapLimit, type MaintenanceWindow, type PlannedChange } from '@cfs/contracts/change-calendar';
import type { Planned } from './planned-change.ts';

type Maintenance = PlannedChange['maintenance'];

/** Sorts before and after every time that travels. */
const [earliest, latest] = ['', '~'];

/** What one rule covers in one tenant, with the times at which its window is open. */
interface Cover {
  readonly window: MaintenanceWindow;
  readonly resources: ReadonlySet<string>;
  readonly times: readonly { readonly start: string; readonly finish: string }[];
}

const coversOf = (windows: readonly MaintenanceWindow[]): readonly Cover[] =>
  [...Map.groupBy(windows, ({ ruleId, tenantId }) => `${ruleId} ${tenantId}`).values()].flatMap((alike) => {
    const [window] = alike;
    if (!window) return [];
    const times = alike.map(({ startTime, finishTime }) => ({
      start: startTime ?? earliest,
      finish: finishTime ?? latest,
    }));
    return { window, times, resources: new Set(window.affectedResources.map((name) => name.toLowerCase())) };
  });

const openFor = ({ window, resources, times }: Cover, change: Planned, names: readonly string[]): Maintenance => {
  const open = times.filter(
    ({ start, finish }) => start < change.plannedFinishTime && finish > change.plannedStartTime,
  );
  if (open.length === 0) return [];
  const isWhole =
    (window.isWholeTenant || names.every((name) => resources.has(name))) &&
    open.some(({ start, finish }) => start <= change.plannedStartTime && finish >= change.plannedFinishTime);
  return [{ ruleId: window.ruleId, name: window.name, isWhole }];
};

/**
 * Tells of a change which rules' windows are open for its tenant and one of its resources while it is under way, by the
 * first start of each; the first {@link overlapLimit} of them.
 */
export const maintenanceAmong = (windows: readonly MaintenanceWindow[]): ((change: Planned) => Maintenance) => {
  const covers = coversOf(windows);
  const byResource = Map.groupBy(
    covers.flatMap((cover) => [...cover.resources].map((resource) => ({ resource, cover }))),
    ({ resource }) => resource,
  );
  return (change) => {
    const names = change.affectedResources.map((name) => name.toLowerCase());
    const named = new Set(names.flatMap((name) => (byResource.get(name) ?? []).map(({ cover }) => cover)));
    return covers
      .filter(({ window }) => (window.tenantId ?? change.tenantId) === change.tenantId)
      .filter((cover) => cover.window.isWholeTenant || named.has(cover))
      .flatMap((cover) => openFor(cover, change, names))
      .slice(0, overlapLimit);
  };
};
