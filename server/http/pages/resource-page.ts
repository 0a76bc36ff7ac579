import { type Book, linkToOperation, type Resource } from './book.ts'
import { eventTable } from './event-types.ts'
import { type Html, html, prose } from './html.ts'
import { methodAndPath, operationArticle } from './operation.ts'
import { schemaSection } from './schema.ts'

/** The operations of a resource, its schemas and its events. */
export function resourcePage(book: Book, resource: Resource): Html {
  const { name, description, operations, schemas, events } = resource
  return html`<h1>${name}</h1>
<p class="lead">${prose(description)}</p>
${operationIndex(resource)}
<section id="operations" aria-labelledby="operations-title">
<h2 id="operations-title">Operations</h2>
${operations.map((operation) => operationArticle(book, operation))}
</section>
${schemaSection(book, schemas, 'Schemas')}
${
  events.length > 0
    ? html`<section id="events" aria-labelledby="events-title">
<h2 id="events-title">Events</h2>
${eventTable(events)}
</section>
`
    : undefined
}`
}

export function operationIndex(resource: Resource, { withIds = false } = {}): Html {
  const rows = resource.operations.map(
    (operation) =>
      html`<li${withIds ? html` id="${operation.operationId}"` : undefined}><a href="${linkToOperation(resource, operation)}">${methodAndPath(operation)}</a> <span>${prose(operation.summary)}</span></li>\n`,
  )
  return html`<ul class="index">\n${rows}</ul>\n`
}
