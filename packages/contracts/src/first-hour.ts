import { z } from 'zod';
import { firstHourSteps } from './first-hour-steps.ts';

/** Answer of GET /v1/home/firstHour: the steps that the caller may take, in their order. */
export const firstHourSchema = z.object({
  steps: z.array(
    z.object({
      step: z.enum(firstHourSteps),
      isDone: z.boolean(),
      /** What the step led to: the device of `reading`, the rule of `rule` and `match`; `null` while there is none. */
      id: z.guid().nullable(),
    }),
  ),
});
export type FirstHour = z.infer<typeof firstHourSchema>;
