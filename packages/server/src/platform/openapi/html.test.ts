import { expect, test } from 'vitest';
import { html, marked } from './html.ts';

test('values are escaped, nested templates are not, and undefined is omitted', () => {
  const { text } = html`<p title="${`"a" & 'b'`}">${'<b>'}${html`<i>${1}</i>`}${undefined}${['x', html`<br />`]}</p>`;
  expect(text).toBe('<p title="&quot;a&quot; &amp; &#39;b&#39;">&lt;b&gt;<i>1</i>x<br /></p>');
});

test('words between backticks become code', () => {
  expect(marked('`a` and `<b>`, not c').text).toBe('<code>a</code> and <code>&lt;b&gt;</code>, not c');
});
