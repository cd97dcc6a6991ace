import { Worker } from 'node:worker_threads';
import type { ReadHolidays } from '@cfs/contracts/service-levels';
import type { Context } from '../../../../platform/context.ts';
import { createSlots } from '../../../../platform/limits/slots.ts';
import { invalid } from '../../../../platform/problems.ts';

type Answer = { readonly read: ReadHolidays } | { readonly fault: string };

const deadlineMilliseconds = 10_000;
const memoryMegabytes = 128;

/** A tenant has fewer slots than there are in total, since each file may take until the deadline. */
const inSlot = createSlots(
  { ofAll: 2, ofTenant: 1 },
  { detail: 'Other calendar files are being read. Please try again.', retryAfterSeconds: 1 },
);

const slow: Answer = { fault: 'The file takes too long to read.' };

/** Reads a file in a separate thread, which ends with the result, at the deadline, or at its memory limit. */
const readInThread = (file: string, year: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./holiday-worker.ts', import.meta.url), {
      workerData: { file, year },
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      resolve(answer);
      void thread.terminate();
    };
    const timer = setTimeout(() => end(slow), deadlineMilliseconds);
    thread.once('message', end);
    thread.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end(slow);
      else reject(error);
    });
    thread.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The thread that reads calendar files ended with ${code}.`));
    });
  });

/**
 * Returns the whole days that an iCalendar file names. A separate thread reads the file, because recurrence rules can
 * take arbitrarily long.
 *
 * @throws 400 for a file that cannot be read within the limits, 503 while another file of the tenant or two files of
 *   other tenants are being read.
 */
export const readHolidayFile = (context: Context, file: string): Promise<ReadHolidays> =>
  inSlot(context, async () => {
    const answer = await readInThread(file, context.clock.now().getUTCFullYear());
    if ('fault' in answer) throw invalid({ File: [answer.fault] });
    return answer.read;
  });
