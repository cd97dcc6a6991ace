import { curlExample } from './curl-example.ts';
import { docsStyle } from './docs-style.ts';
import { html, Html, marked } from './html.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { Answer, Operation } from './operation.ts';

interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const shortType = (schema: JsonSchema): string => {
  const [variant] = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as JsonSchema[]) : [];
  if (variant) return shortType(variant);
  const { type = 'any', format } = schema;
  return typeof format === 'string' ? `${String(type)} (${format})` : String(type);
};

const json = (value: unknown): Html => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;

const schemaView = (schema: JsonSchema): Html => {
  const reference = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref']))?.[1];
  if (reference !== undefined) return html`<a href="#schema-${reference}">${reference}</a>`;
  return html`<details class="inner">
    <summary>Schema</summary>
    ${json(schema)}
  </details>`;
};

const parametersView = (document: OpenApiDocument, { parameters = [] }: Operation): Html | undefined => {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map((given) => {
    const parameter = '$ref' in given ? document.components.parameters['tenant'] : given;
    if (!parameter) return undefined;
    const { name, required, schema, description = '', example } = parameter;
    return html`<tr>
      <td><code>${name}</code>${required ? ' (required)' : ''}</td>
      <td>${parameter.in}</td>
      <td>${shortType(schema)}</td>
      <td>${marked(description)}${example === undefined ? undefined : html` Such as <code>${example}</code>.`}</td>
    </tr>`;
  });
  return html`<h3>Parameters</h3>
    <div class="scroll" tabindex="0">
      <table>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">In</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
        ${rows}
      </table>
    </div>`;
};

const contentView = (content: Answer['content'] = {}): readonly Html[] =>
  Object.entries(content).map(
    ([type, { schema }]) => html`<div><code>${type}</code> ${schema && schemaView(schema)}</div>`,
  );

const answersView = ({ responses }: Operation): Html => {
  const documented = Object.entries(responses).filter(([, { $ref }]) => $ref === undefined);
  const refused = Object.entries(responses).filter(([, { $ref }]) => $ref !== undefined);
  return html`<h3>Responses</h3>
    ${documented.map(
      ([status, { description, content }]) =>
        html`<div>${status} ${description}</div>
          ${contentView(content)}`,
    )}
    <div>${refused.map(([status]) => status).join(', ')}: <a href="#schema-Problem">a problem document</a></div>`;
};

const operationView = (document: OpenApiDocument, origin: string, { method, path, operation }: Placed): Html =>
  html`<details class="operation" id="${operation.operationId}">
    <summary>
      <span class="method ${method.toUpperCase()}">${method.toUpperCase()}</span><code class="path">${path}</code
      ><span class="says">${operation.summary}</span>
    </summary>
    <div>
      <h3>Permission</h3>
      <div>${operation['x-permission'].map((each, index) => html`${index > 0 ? ' or ' : ''}<code>${each}</code>`)}</div>
      ${parametersView(document, operation)}
      ${
        operation.requestBody &&
        html`<h3>Body</h3>
          ${contentView(operation.requestBody.content)}`
      }
      ${answersView(operation)}
      <h3>Example</h3>
      <pre tabindex="0">${curlExample(method, path, operation, origin)}</pre>
    </div>
  </details>`;

const introduction = (document: OpenApiDocument): Html =>
  html`<h1>${String(document.info['title'])}</h1>
    <p class="about">
      ${marked(String(document.info['description']))} The same as a document:
      <a href="/docs/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}); the model of the lists:
      <a href="/v1/$metadata">$metadata</a>.
    </p>
    <h2 id="signing-in">Signing in</h2>
    <p>
      People send the access token of their sign-in as <code>Authorization: Bearer</code>. Machines send a tenant token,
      created under Tenant Tokens in the portal for what they do: enrol agents, send packets, read lists. A token that
      reads lists also works as the password of HTTP Basic, with any user name.
    </p>
    <h2 id="excel-and-power-bi">Excel and Power BI</h2>
    <p>
      Get Data, OData feed, the address of this server followed by <code>/v1</code>; under Basic any user name, and as
      password a tenant token that may read lists. Each list that the token may read shows as a table.
    </p>`;

/** The documentation as a single page without scripts. */
export const docsPage = (document: OpenApiDocument, origin: string, nonce: string): string => {
  const placed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Placed => ({ method, path, operation })),
  );
  const areas = document.tags.map(({ name }) => ({
    name,
    id: `area-${name.replaceAll(' ', '-').toLowerCase()}`,
    operations: placed.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${String(document.info['title'])}</title>
        <style nonce="${nonce}">
          ${new Html(docsStyle)}
        </style>
      </head>
      <body>
        <nav aria-label="Areas">
          <a href="/">${String(document.info['title']).replace(/ API$/, '')}</a>
          <ul>
            ${areas.map(
              ({ name, id, operations }) =>
                html`<li>
                  <a href="#${id}">${name}<span>${operations.length}</span></a>
                </li>`,
            )}
            <li>
              <a href="#schemas">Schemas<span>${Object.keys(document.components.schemas).length}</span></a>
            </li>
          </ul>
        </nav>
        <main>
          ${introduction(document)}
          ${areas.map(
            ({ name, id, operations }) =>
              html`<section aria-labelledby="${id}">
                <h2 id="${id}">${name}</h2>
                ${operations.map((each) => operationView(document, origin, each))}
              </section>`,
          )}
          <h2 id="schemas">Schemas</h2>
          ${Object.entries(document.components.schemas).map(
            ([name, schema]) =>
              html`<details class="schema" id="schema-${name}">
                <summary>
                  <code>${name}</code
                  ><span class="says">${typeof schema['description'] === 'string' ? schema['description'] : ''}</span>
                </summary>
                <div>${json(schema)}</div>
              </details>`,
          )}
        </main>
      </body>
    </html>`.text;
};
