import { Problem, unavailable } from '../../../platform/problems.ts';

/** The sender of a body. */
export interface Sender {
  readonly tenantId: string;
  /** The credential that the body was sent with. */
  readonly credential: string;
}

/** Bounds on the large bodies that one node reads. */
export interface ReadingBounds {
  readonly atOnce: number;
  /** One less than `atOnce`, so that a tenant never has every turn. */
  readonly perTenant: number;
  readonly perCredential: number;
  /** Bodies of one credential that wait for a turn. */
  readonly waiting: number;
}

/** Turns at reading large bodies, given to tenants in rotation. */
export interface ReadingTurns {
  /**
   * Waits for a turn; resolves with a function that ends it.
   *
   * @throws 429 if too many bodies of the credential wait already, 503 if too many wait in total.
   */
  take(sender: Sender): Promise<() => void>;
}

interface Waiting {
  readonly sender: Sender;
  readonly begin: () => void;
}

const waitingOfAll = 1_000;
const retryAfterSeconds = 2;

/** Counts by name; a name whose count is 0 is deleted. */
class Tally {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, count: number): void {
    const sum = this.of(name) + count;
    if (sum === 0) this.#counts.delete(name);
    else this.#counts.set(name, sum);
  }
}

export const createReadingTurns = (bounds: ReadingBounds): ReadingTurns => {
  const ofTenant = new Tally();
  const ofCredential = new Tally();
  const waitingOf = new Tally();
  /** By tenant; the tenant that had the last turn is the last one. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  const mayBegin = ({ tenantId, credential }: Sender): boolean =>
    running < bounds.atOnce &&
    ofTenant.of(tenantId) < bounds.perTenant &&
    ofCredential.of(credential) < bounds.perCredential;

  const count = ({ tenantId, credential }: Sender, turns: number): void => {
    running += turns;
    ofTenant.add(tenantId, turns);
    ofCredential.add(credential, turns);
  };

  const next = (): Waiting | undefined => {
    for (const [tenantId, queue] of queues) {
      const place = queue.findIndex(({ sender }) => mayBegin(sender));
      if (place === -1) continue;
      const [found] = queue.splice(place, 1);
      queues.delete(tenantId);
      if (queue.length > 0) queues.set(tenantId, queue);
      return found;
    }
    return undefined;
  };

  const beginWaiting = (): void => {
    for (let found = next(); found !== undefined; found = next()) {
      waiting -= 1;
      waitingOf.add(found.sender.credential, -1);
      count(found.sender, 1);
      found.begin();
    }
  };

  const endOf = (sender: Sender) => (): void => {
    count(sender, -1);
    beginWaiting();
  };

  return {
    take(sender) {
      if (mayBegin(sender)) {
        count(sender, 1);
        return Promise.resolve(endOf(sender));
      }
      if (waiting >= waitingOfAll) return Promise.reject(unavailable('The server is busy.', retryAfterSeconds));
      if (waitingOf.of(sender.credential) >= bounds.waiting)
        return Promise.reject(
          new Problem({
            status: 429,
            detail: 'Too many large bodies of this credential are already waiting.',
            headers: { 'retry-after': String(retryAfterSeconds) },
          }),
        );
      waiting += 1;
      waitingOf.add(sender.credential, 1);
      return new Promise((resolve) => {
        const queue = queues.get(sender.tenantId) ?? [];
        queue.push({ sender, begin: () => resolve(endOf(sender)) });
        queues.set(sender.tenantId, queue);
      });
    },
  };
};
