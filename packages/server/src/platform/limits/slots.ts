import { actorId, actorName, type Context } from '../context.ts';
import { busy, type Problem } from '../problems.ts';

/** Bounds on work that one process does at a time. */
export interface SlotBounds {
  readonly ofAll: number;
  /** Fewer than of all, so that no tenant has every slot. */
  readonly ofTenant: number;
  /** Of one person or machine, whichever tenants it names. */
  readonly ofActor?: number;
  /** How long work waits for a slot; it is refused at once without it. */
  readonly waitMilliseconds?: number;
  /** How many works of one tenant may wait. */
  readonly waitingOfTenant?: number;
}

/** The 503 for work that gets no slot. */
export interface SlotRefusal {
  readonly detail: string;
  readonly retryAfterSeconds: number;
}

/** Runs the work in a slot of its caller. @throws 503 if none is free in time */
export type Slots = <Result>(
  caller: Pick<Context, 'actor' | 'tenantId'>,
  work: () => Promise<Result>,
) => Promise<Result>;

interface Holder {
  readonly tenantId: string;
  readonly actor: string;
}

interface Waiting {
  readonly holder: Holder;
  readonly begin: () => void;
}

/** Limits concurrency by caller. A slot that becomes free goes to the tenant with the fewest, in order of arrival. */
export const createSlots = (bounds: SlotBounds, { detail, retryAfterSeconds }: SlotRefusal): Slots => {
  const { ofAll, ofTenant, ofActor = ofAll, waitMilliseconds = 0, waitingOfTenant = 0 } = bounds;
  const taken: Holder[] = [];
  const queue: Waiting[] = [];

  const refusal = (): Problem => busy(detail, retryAfterSeconds);
  const takenBy = ({ tenantId }: Holder): number => taken.filter((each) => each.tenantId === tenantId).length;
  const mayBegin = (holder: Holder): boolean =>
    taken.length < ofAll &&
    takenBy(holder) < ofTenant &&
    taken.filter(({ actor }) => actor === holder.actor).length < ofActor;

  const wait = (holder: Holder): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(waiting), 1);
      };
      const timer = setTimeout(() => {
        leave();
        reject(refusal());
      }, waitMilliseconds);
      const begin = (): void => {
        leave();
        taken.push(holder);
        resolve();
      };
      const waiting = { holder, begin };
      queue.push(waiting);
    });

  const take = (holder: Holder): Promise<void> => {
    if (mayBegin(holder)) {
      taken.push(holder);
      return Promise.resolve();
    }
    const waiting = queue.filter((each) => each.holder.tenantId === holder.tenantId).length;
    return waiting < waitingOfTenant ? wait(holder) : Promise.reject(refusal());
  };

  const release = (holder: Holder): void => {
    taken.splice(taken.indexOf(holder), 1);
    const [next] = queue
      .filter((each) => mayBegin(each.holder))
      .sort((one, other) => takenBy(one.holder) - takenBy(other.holder));
    next?.begin();
  };

  return async ({ actor, tenantId }, work) => {
    const holder = { tenantId, actor: actorId(actor) ?? actorName(actor) };
    await take(holder);
    try {
      return await work();
    } finally {
      release(holder);
    }
  };
};

/** Slots for storing files that are entirely in memory: an upload waits for its turn instead of being sent again. */
export const createFileSlots = (): Slots =>
  createSlots(
    { ofAll: 4, ofTenant: 3, ofActor: 2, waitMilliseconds: 5_000, waitingOfTenant: 20 },
    { detail: 'Too many files are being stored. Please try again.', retryAfterSeconds: 1 },
  );
