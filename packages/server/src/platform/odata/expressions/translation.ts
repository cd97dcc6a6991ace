import type { Problem } from '../../problems.ts';
import { Parameters } from '../statements/parameters.ts';
import { queryFault, unsupportedQuery } from '../query/query-fault.ts';
import type { Reach } from '../statements/reach.ts';

/** The state shared by the translation of one statement: parameters, aliases, the caller's reach and the time. */
export class Translation {
  readonly parameters = new Parameters();
  readonly reach: Reach;
  /** Whether the time of the request is among the values. */
  readsNow = false;
  private readonly moment: Date;
  /** The current option, named in faults. */
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

  /** A unique alias within the statement. */
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

  /** Translates a part of another option; faults name that option. */
  reading<Result>(option: string, read: () => Result): Result {
    const before = this.option;
    this.option = option;
    const result = read();
    this.option = before;
    return result;
  }
}
