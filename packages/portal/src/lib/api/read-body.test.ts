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
  '%o: a body that breaks off says that the server is unreachable',
  async (read) => {
    const broken = new TypeError('network error');
    await expect(read(responseThat(broken))).rejects.toMatchObject({ name: 'ApiProblem', status: 0 });
    const aborted = new DOMException('aborted', 'AbortError');
    await expect(read(responseThat(aborted))).rejects.toBe(aborted);
  },
);

test('JSON is read, an empty body is undefined, and anything else did not come from the server', async () => {
  expect(await readJson(new Response('{"noteId":1}'))).toEqual({ noteId: 1 });
  expect(await readJson(new Response(''))).toBeUndefined();
  const portal = readJson(new Response('<html>Sign in to the network</html>'));
  await expect(portal).rejects.toMatchObject({ name: 'ApiProblem', status: 502 });
});
