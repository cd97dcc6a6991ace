import { Problem } from '../problems.ts';
import type { Actor } from '../context.ts';

/** Exports of one person or machine that may run at once, so that nobody takes every turn. */
const mostPerActor = 2;

const nameOf = (actor: Actor): string => {
  switch (actor.kind) {
    case 'person':
      return actor.userId;
    case 'token':
      return actor.tokenGrantId;
    case 'device':
      return actor.deviceId;
    case 'pending-device':
      return actor.pendingDeviceId;
    case 'system':
      return actor.name;
  }
};

const running = new Map<string, number>();

/** Runs an export in one of its actor's turns. @throws 429 when the actor has none left. */
export const inTurn = async <Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> => {
  const name = nameOf(actor);
  const before = running.get(name) ?? 0;
  if (before >= mostPerActor)
    throw new Problem({
      status: 429,
      detail: 'Other exports of yours are still running. Wait for them or cancel them.',
      headers: { 'retry-after': '5' },
    });
  running.set(name, before + 1);
  try {
    return await work();
  } finally {
    const left = (running.get(name) ?? 1) - 1;
    if (left > 0) running.set(name, left);
    else running.delete(name);
  }
};
