import type { Worker } from 'node:cluster';
import type { Registry } from 'prom-client';
import type { ToPrimaryProcess, ToWebProcess } from './process-messages.ts';

/** The primary process, as one of its web processes sees it. */
export interface PrimaryProcess {
  /** Reports that this process serves; from then on its metrics may be requested. */
  serving(registry: Registry): void;
  /** The metrics of all processes in the Prometheus text format. @throws Error if they cannot be read */
  readMetrics(): Promise<string>;
}

/**
 * Follows the primary process of this one, a worker of `node:cluster`. Both functions are called when the primary
 * process has ended, and may be called several times.
 */
export const followPrimaryProcess = (
  worker: Worker,
  on: {
    /** The process is to drain and end. */
    drain(): void;
    /** The drain is over. */
    stop(): void;
  },
): PrimaryProcess => {
  const questions = new Map<number, PromiseWithResolvers<string>>();
  let lastQuestion = 0;
  let measured: Registry | undefined;

  const send = (message: ToPrimaryProcess): void => {
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
  const refuse = (question: PromiseWithResolvers<string> | undefined): void =>
    question?.reject(new Error('The metrics of the other processes cannot be read.'));

  const answerMetrics = async (id: number): Promise<void> => {
    send({ kind: 'measured', id, metrics: (await measured?.getMetricsAsJSON()) ?? [] });
  };

  worker.on('message', (message: ToWebProcess) => {
    switch (message.kind) {
      case 'drain':
        return on.drain();
      case 'stop':
        return on.stop();
      case 'measure':
        // Without a reply the primary process uses the last measurement.
        return void answerMetrics(message.id).catch(() => undefined);
      case 'metrics': {
        const question = questions.get(message.id);
        questions.delete(message.id);
        if (message.text === undefined) refuse(question);
        else question?.resolve(message.text);
      }
    }
  });
  worker.once('disconnect', () => {
    // Otherwise Node ends the process immediately, with its requests in flight.
    worker.exitedAfterDisconnect = true;
    for (const question of questions.values()) refuse(question);
    on.drain();
    on.stop();
  });
  send({ kind: 'following' });

  return {
    serving(registry) {
      measured = registry;
      send({ kind: 'serving' });
    },
    readMetrics() {
      const question = Promise.withResolvers<string>();
      const id = ++lastQuestion;
      if (worker.isConnected()) questions.set(id, question);
      else refuse(question);
      send({ kind: 'read-metrics', id });
      return question.promise;
    },
  };
};
