import { parse } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createMachineReader } from '../../machine-readings.ts';
import { OperationError } from '../operation-result.ts';
import { faultOf, type BuiltInOperation } from './built-in-operation.ts';

/** Measures CPU over a sample of 1 to 60 seconds, memory, disk and uptime. */
export const hostMetrics: BuiltInOperation = async (parameters, { signal }) => {
  const seconds = parameters.integer('SampleSeconds', { min: 1, max: 60, absent: 1 });
  const readMachine = createMachineReader(parameters.optional('DiskPath') ?? parse(process.cwd()).root);
  await wait(seconds * 1_000, undefined, { signal });
  const readings = await readMachine().catch((error: unknown) => {
    throw new OperationError(`the metrics of the machine could not be read: ${faultOf(error)}`);
  });
  return { value: readings.CpuPercent, metrics: { ...readings } };
};
