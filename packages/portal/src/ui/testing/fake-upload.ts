/**
 * The subset of `XMLHttpRequest` that uploads use, implemented with `fetch`, so that `fakeServer` handles it. Reports half
 * of the body as sent before the response.
 */
export class FakeUpload extends EventTarget {
  readonly upload = new EventTarget();
  responseType = '';
  status = 0;
  statusText = '';
  response: ArrayBuffer | undefined;
  #method = 'GET';
  #path = '';
  #isOver = false;
  #answerHeaders = new Headers();
  readonly #headers = new Headers();

  open(method: string, path: string): void {
    this.#method = method;
    this.#path = path;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.#answerHeaders].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  send(body: Blob): void {
    void this.#exchange(body);
  }

  abort(): void {
    this.#end('abort');
  }

  async #exchange(body: Blob): Promise<void> {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: body.size / 2, total: body.size }));
    try {
      const answer = await fetch(this.#path, { method: this.#method, headers: this.#headers, body });
      this.response = await answer.arrayBuffer();
      this.status = answer.status;
      this.statusText = answer.statusText;
      this.#answerHeaders = answer.headers;
      this.#end('load');
    } catch {
      this.#end('error');
    }
  }

  #end(type: 'load' | 'error' | 'abort'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.dispatchEvent(new ProgressEvent(type));
    this.dispatchEvent(new ProgressEvent('loadend'));
  }
}
