import type { Clock } from '../platform/clock.ts';

/** A clock that stands still until a test sets or advances it. */
export class ManualClock implements Clock {
  private moment: Date;

  constructor(start: Date | string = '2026-03-02T10:00:00.000Z') {
    this.moment = new Date(start);
  }

  now(): Date {
    return new Date(this.moment);
  }

  /** Advances the clock by milliseconds. */
  advance(milliseconds: number): void {
    this.moment = new Date(this.moment.getTime() + milliseconds);
  }

  set(moment: Date | string): void {
    this.moment = new Date(moment);
  }
}
