import { parentPort, workerData } from 'node:worker_threads';
import { HolidayFileError, holidayDays } from './holiday-days.ts';

const { file, year } = workerData as { readonly file: string; readonly year: number };

try {
  parentPort?.postMessage({ read: holidayDays(file, year) });
} catch (error) {
  if (!(error instanceof HolidayFileError)) throw error;
  parentPort?.postMessage({ fault: error.message });
}
