import type { ChartState } from '@cfs/contracts/packet-charts';

/** A text that was reported, and when. */
export interface StateLane {
  readonly label: string;
  readonly states: readonly ChartState[];
}

const othersLabel = 'Others';

/** A lane for each text, in the order of their first appearance; those beyond `maxLanes` share the last one. */
export const lanesOf = (states: readonly ChartState[], maxLanes: number): readonly StateLane[] => {
  const lanes = [...Map.groupBy(states, ({ value }) => value)].map(([label, own]) => ({ label, states: own }));
  if (lanes.length <= maxLanes) return lanes;
  const others = lanes.slice(maxLanes - 1).flatMap((lane) => lane.states);
  return [...lanes.slice(0, maxLanes - 1), { label: othersLabel, states: others }];
};

/** The text of a band; a band of several short texts shows how many there are. */
export const stateLabel = ({ value, changes }: ChartState): string =>
  changes > 1 ? `${value} and ${changes - 1} more` : value;
