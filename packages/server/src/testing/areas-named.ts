import { areas } from '../areas.ts';
import type { Area } from '../platform/services.ts';

/** The named areas of the product, as `areas.ts` assembles them. */
export const areasNamed = (...names: readonly string[]): readonly Area[] =>
  names.map((name) => {
    const area = areas.find((each) => each.name === name);
    if (!area) throw new TypeError(`There is no area ${name}.`);
    return area;
  });
