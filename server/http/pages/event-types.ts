import { type ApiDocument, nameOf, resolve, type Schema } from './api-document.ts'
import { exampleOf } from './examples.ts'
import { fieldsOf, fieldTable, readableFields } from './fields.ts'
import { type Html, html } from './html.ts'
import { json, sample } from './operation.ts'

export type EventType = { type: string; name: string; schema: Schema; data: Schema }

export function eventTypesOf(api: ApiDocument): EventType[] {
  const { schemas } = api.components
  return (schemas.Event?.anyOf ?? []).map((reference) => {
    const schema = resolve(schemas, reference)
    const { type, data } = schema.properties ?? {}
    const present = data?.anyOf?.find((alternative) => alternative.type !== 'null') ?? data ?? {}
    return { type: String(type?.const), name: nameOf(reference) as string, schema, data: present }
  })
}

export function eventSection(api: ApiDocument): Html {
  const types = eventTypesOf(api)
  const [first] = types
  if (!first) return html``
  const { schemas } = api.components
  const { type, data, ...envelope } = first.schema.properties ?? {}
  const shared = {
    ...first.schema,
    properties: {
      ...envelope,
      type: { type: 'string' },
      data: { ...data, anyOf: [{ type: 'object' }, { type: 'null' }] },
    },
  }
  return html`
<section id="events" aria-labelledby="events-title">
<h2 id="events-title">Event types</h2>
<p>Everything that happens to a case is an event. Events are read with
<a href="#listCaseEvents">the events of a case</a> or <a href="#listEvents">of all cases</a>, paged or live.
All have one envelope; <code>data</code> depends on <code>type</code>.</p>
<div class="columns">
<div class="facts">${fieldTable('The envelope', fieldsOf(schemas, shared, { open: false }), { of: 'answer' })}</div>
<div class="samples">${sample('An event', json(exampleOf(schemas, { $ref: `#/components/schemas/${first.name}` })))}</div>
</div>
${types.map((eventType) => eventArticle(api, eventType))}
</section>
`
}

function eventArticle(api: ApiDocument, { type, name, data }: EventType): Html {
  const { schemas } = api.components
  return html`
<article id="schema-${name}" class="event" aria-labelledby="schema-${name}-title">
<h3 id="schema-${name}-title"><a class="self" href="#schema-${name}"><code>${type}</code></a></h3>
<div class="columns">
<div class="facts">${fieldTable(`Data of ${name}`, readableFields(schemas, data), { of: 'answer' })}</div>
<div class="samples">${sample('data', json(exampleOf(schemas, data, 'data')))}</div>
</div>
</article>
`
}
