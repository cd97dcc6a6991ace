import { expect, test } from 'vitest';
import { readBlob, readJson, readText } from './read-body.ts';

const responseThat = (error: Error): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"noteId":'));
        controller.error(error);
      },
    }),
  );

test.each([readText, readBlob, readJson])(
  '%o: a connection that breaks during the body is a problem of status 0, an abort is rethrown',
  async (read) => {
    const broken = new TypeError('network error');
    await expect(read(responseThat(broken))).rejects.toMatchObject({ name: 'ApiProblem', status: 0 });
    const aborted = new DOMException('aborted', 'AbortError');
    await expect(read(responseThat(aborted))).rejects.toBe(aborted);
  },
);

test('JSON is parsed, an empty body is undefined, and any other body is a problem of status 502', async () => {
  expect(await readJson(new Response('{"noteId":1}'))).toEqual({ noteId: 1 });
  expect(await readJson(new Response(''))).toBeUndefined();
  const portal = readJson(new Response('<html>Sign in to the network</html>'));
  await expect(portal).rejects.toMatchObject({ name: 'ApiProblem', status: 502 });
});
