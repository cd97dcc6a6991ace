import type { Browser, Page } from 'playwright-core';

/** The measurements of a trace about the main thread of a page, in milliseconds. */
export interface MainThread {
  /** Its tasks in wall-clock time and in processor time, which depends less on the load of the machine. */
  readonly tasks: readonly { readonly elapsed: number; readonly processor: number }[];
  /** Processor time of its scripts for each begun frame, from its begin to the begin of the next. */
  readonly scripts: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
];
const scriptEvents: ReadonlySet<string> = new Set([
  'EvaluateScript',
  'v8.evaluateModule',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'FireAnimationFrame',
  'EventDispatch',
]);
const [taskEvent, frameEvent] = ['RunTask', 'BeginMainThreadFrame'];

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

/** The events that are not nested in another one; nesting follows from time. */
const outermost = (events: readonly TraceEvent[]): readonly TraceEvent[] => {
  let end = 0;
  return events.filter(({ ts, dur = 0 }) => {
    const isOutside = ts >= end;
    if (isOutside) end = ts + dur;
    return isOutside;
  });
};

/** The main thread that has spent most time in scripts. */
const busiestThread = (events: readonly TraceEvent[]): readonly TraceEvent[] => {
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  const threads = [...Map.groupBy(events, threadOf)].filter(([thread]) => main.has(thread));
  const scriptTime = (of: readonly TraceEvent[]): number =>
    of.reduce((sum, { name, dur = 0 }) => sum + (name === 'FunctionCall' ? dur : 0), 0);
  const [busiest] = threads.toSorted(([, one], [, other]) => scriptTime(other) - scriptTime(one));
  if (!busiest) throw new Error('The trace has no main thread.');
  return busiest[1].toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
};

const readTrace = (events: readonly TraceEvent[]): MainThread => {
  const ofPage = busiestThread(events);
  const frames = ofPage.filter(({ name }) => name === frameEvent).map(({ ts }) => ts);
  const scripts = new Map<number, number>();
  let frame = 0;
  for (const { ts, dur = 0, tdur = dur } of outermost(ofPage.filter(({ name }) => scriptEvents.has(name)))) {
    while (frame < frames.length && (frames[frame] ?? 0) <= ts) frame += 1;
    scripts.set(frame, (scripts.get(frame) ?? 0) + tdur / 1_000);
  }
  return {
    tasks: ofPage
      .filter(({ name }) => name === taskEvent)
      .map(({ dur = 0, tdur = dur }) => ({ elapsed: dur / 1_000, processor: tdur / 1_000 })),
    scripts: frames.map((_, index) => scripts.get(index + 1) ?? 0),
  };
};

/** Traces the main thread of a page while `act` runs. */
export const traceMainThread = async (browser: Browser, page: Page, act: () => Promise<void>): Promise<MainThread> => {
  await browser.startTracing(page, { categories });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  return readTrace(traceEvents);
};
