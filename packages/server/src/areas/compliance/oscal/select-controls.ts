import { controlSetLimits } from '@cfs/contracts/compliance';
import { invalid } from '../../../platform/problems.ts';
import type { ListedControl } from './list-controls.ts';
import type { OscalProfile, OscalSelection } from './oscal-schema.ts';

/** Whether an id matches a pattern with `*` and `?`. Backtracks only to the last `*`. */
const matches = (pattern: string, id: string): boolean => {
  let [at, from] = [0, 0];
  let [star, resume] = [-1, 0];
  while (from < id.length) {
    if (pattern[at] === '*') {
      star = at;
      resume = from;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === id[from])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      from = resume;
    } else return false;
  }
  return pattern.slice(at).replaceAll('*', '') === '';
};

const withAncestors = (listed: readonly ListedControl[]): ReadonlyMap<string, readonly string[]> => {
  const chains = new Map<string, readonly string[]>();
  for (const { control, parent } of listed)
    chains.set(control.id, [control.id, ...(parent === undefined ? [] : (chains.get(parent.id) ?? []))]);
  return chains;
};

/** The limits of a profile, whose selections and patterns are compared with every control. */
const limits = { imports: 100, selections: 200, patterns: 50 } as const;

const expectBounded = ({ imports }: OscalProfile, controls: number): void => {
  if (controls > controlSetLimits.controls)
    throw invalid({ catalog: [`A catalogue with a profile has at most ${controlSetLimits.controls} controls.`] });
  const selections = imports.flatMap((each) => [
    ...(each['include-controls'] ?? []),
    ...(each['exclude-controls'] ?? []),
  ]);
  const patterns = selections.reduce((sum, { matching = [] }) => sum + matching.length, 0);
  const counts = { imports: imports.length, selections: selections.length, patterns };
  for (const [name, limit] of Object.entries(limits))
    if (counts[name as keyof typeof limits] > limit)
      throw invalid({ profile: [`A profile has at most ${limit} ${name}.`] });
};

/**
 * Returns the controls of a catalogue that a profile selects, in the order of the catalogue.
 *
 * @throws 400 for an id that the catalogue does not have, and beyond the limits.
 */
export const selectControls = (profile: OscalProfile, listed: readonly ListedControl[]): ListedControl[] => {
  expectBounded(profile, listed.length);
  const chains = withAncestors(listed);
  const known = new Set(listed.map(({ control }) => control.id));

  const select = (selections: readonly OscalSelection[]): Set<string> => {
    const selected = new Set<string>();
    for (const { 'with-ids': ids = [], matching = [], 'with-child-controls': children } of selections) {
      const unknown = ids.find((id) => !known.has(id));
      if (unknown !== undefined)
        throw invalid({ profile: [`The profile names the control "${unknown}", which the catalogue does not have.`] });
      const named = new Set(ids);
      for (const { pattern = '' } of matching) for (const id of known) if (matches(pattern, id)) named.add(id);
      for (const { control } of listed) {
        const [id = '', ...ancestors] = chains.get(control.id) ?? [];
        if (named.has(id) || (children === 'yes' && ancestors.some((each) => named.has(each)))) selected.add(id);
      }
    }
    return selected;
  };

  const chosen = new Set<string>();
  for (const each of profile.imports) {
    const included = each['include-controls'] === undefined ? known : select(each['include-controls']);
    const excluded = select(each['exclude-controls'] ?? []);
    for (const id of included) if (!excluded.has(id)) chosen.add(id);
  }
  return listed.filter(({ control }) => chosen.has(control.id));
};
