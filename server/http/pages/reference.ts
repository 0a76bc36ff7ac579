import { type ApiDocument, operationsOf, type PlacedOperation, type Schema } from './api-document.ts'
import { eventSection, eventTypesOf } from './event-types.ts'
import { fieldsOf, fieldTable } from './fields.ts'
import { type Html, html, prose } from './html.ts'
import { introduction } from './introduction.ts'
import { type Assets, layout } from './layout.ts'
import { methodAndPath, operationArticle } from './operation.ts'
import { sentence, typeWords } from './schema-words.ts'

/** The readable reference: the OpenAPI document as one page that needs no script. */
export function referencePage(api: ApiDocument, assets: Assets): string {
  const { info, tags } = api
  const operations = operationsOf(api)
  const groups = tags.map((tag) => ({
    ...tag,
    id: `tag-${tag.name.toLowerCase()}`,
    operations: operations.filter((operation) => operation.tags.includes(tag.name)),
  }))
  const body = html`<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<p class="brand"><a href="/docs">${info.title}</a> <span>API reference</span></p>
<p class="top-facts"><span>Version <code>${info.version}</code></span> <a href="/openapi.json">OpenAPI document</a></p>
</header>
<div class="frame">
${navigation(groups)}
<main id="main" tabindex="-1">
<h1>${info.title} API reference</h1>
<p class="lead">${prose(info.description)}</p>
${introduction(api)}
${groups.map((group) => tagSection(api, group))}
${eventSection(api)}
${schemaSection(api)}
</main>
</div>`
  return layout({ title: `${info.title} API reference`, assets, body })
}

type Group = { name: string; description: string; id: string; operations: PlacedOperation[] }

function navigation(groups: Group[]): Html {
  const entry = (href: string, words: string, inner?: Html) =>
    html`<li><a href="#${href}">${words}</a>${inner}</li>\n`
  return html`<nav class="contents" aria-label="Contents"><ul>
${entry('authentication', 'Authentication')}${entry('conventions', 'Conventions')}${entry('errors', 'Errors')}
${groups.map(({ id, name, operations }) => entry(id, name, operationLinks(operations)))}
${entry('events', 'Event types')}${entry('schemas', 'Schemas')}
</ul></nav>`
}

function operationLinks(operations: PlacedOperation[]): Html {
  const links = operations.map(
    ({ operationId, method, summary }) =>
      html`<li><a href="#${operationId}"><span class="method ${method.toLowerCase()}">${method}</span> <span>${prose(gist(summary))}</span></a></li>\n`,
  )
  return html`<ul>${links}</ul>`
}

/** The first clause of a summary: enough to find it by. */
const gist = (summary: string) => summary.split(/[;:,]/, 1)[0] as string

function tagSection(api: ApiDocument, { id, name, description, operations }: Group): Html {
  const index = operations.map(
    (operation) =>
      html`<li><a href="#${operation.operationId}">${methodAndPath(operation)}</a> <span>${prose(operation.summary)}</span></li>\n`,
  )
  return html`
<section id="${id}" class="tag" aria-labelledby="${id}-title">
<h2 id="${id}-title">${name}</h2>
<p>${prose(description)}</p>
<ul class="index">
${index}</ul>
${operations.map((operation) => operationArticle(api, operation))}
</section>
`
}

function schemaSection(api: ApiDocument): Html {
  const events = new Set(eventTypesOf(api).map(({ name }) => name))
  const schemas = Object.entries(api.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const others = schemas.filter(([name]) => !events.has(name))
  const links = schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>\n`)
  return html`
<section id="schemas" aria-labelledby="schemas-title">
<h2 id="schemas-title">Schemas</h2>
<ul class="names">
${links}</ul>
${others.map(([name, schema]) => schemaArticle(api, name, schema))}
</section>
`
}

function schemaArticle(api: ApiDocument, name: string, schema: Schema): Html {
  const fields = fieldsOf(api.components.schemas, schema, { open: false })
  return html`
<article id="schema-${name}" class="schema" aria-labelledby="schema-${name}-title">
<h3 id="schema-${name}-title"><a class="self" href="#schema-${name}">${name}</a></h3>
${schema.description ? html`<p>${prose(sentence(schema.description))}</p>` : undefined}
${fields.length ? fieldTable(`Fields of ${name}`, fields, { of: 'answer' }) : html`<p>${typeWords(schema)}</p>`}
</article>
`
}
