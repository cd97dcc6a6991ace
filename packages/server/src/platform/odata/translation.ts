import type { Problem } from '../problems.ts';
import { Parameters } from './parameters.ts';
import { queryFault, unsupportedQuery } from './query-fault.ts';
import type { Reach } from './reach.ts';

/** What the translation of one statement shares: its parameters, its aliases, the caller's reach and the time. */
export class Translation {
  readonly parameters = new Parameters();
  readonly reach: Reach;
  /** Whether the time of the request stands among the values. */
  readsNow = false;
  private readonly moment: Date;
  /** The option being read, which faults name. */
  option = '$filter';
  private aliases = 0;

  constructor(reach: Reach, now: Date) {
    this.reach = reach;
    this.moment = now;
  }

  /** The time of the request. */
  now(): Date {
    this.readsNow = true;
    return this.moment;
  }

  /** An alias that no other part of the statement has. */
  alias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }

  fault(message: string, position: number): Problem {
    return queryFault(this.option, message, position);
  }

  unsupported(construct: string, position: number): Problem {
    return unsupportedQuery(this.option, construct, position);
  }

  /** Reads another option; faults name it meanwhile. */
  reading<Result>(option: string, read: () => Result): Result {
    const before = this.option;
    this.option = option;
    const result = read();
    this.option = before;
    return result;
  }
}
