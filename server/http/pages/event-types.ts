import { type EventType, resolve } from './api-document.ts'
import { type Book, eventSlugOf, subjectOf } from './book.ts'
import { exampleOf } from './examples.ts'
import { fieldList, fieldsOf, table } from './fields.ts'
import { type Html, html, joined, prose } from './html.ts'
import { json, sample } from './sample.ts'
import { schemaSection } from './schema.ts'
import { sentence } from './schema-words.ts'

/** Background work, and the events that ask for it. */
export type Effect = {
  name: string
  lane: string
  does: string
  on: readonly string[]
  at?: string | undefined
}

const audiences = [
  ['deliberation', 'those who draft, review and sign'],
  ['staff', 'everyone who works on cases'],
  ['integration', 'connected systems'],
  ['party', 'the parties of the case and their representatives'],
] as const

/** Every type of event, whom it is for, and the work it asks for. */
export function eventsPage(book: Book, effects: readonly Effect[]): Html {
  const { events, api } = book
  const { schemas } = api.components
  const [first] = events
  if (!first) return html``
  const { type, data, ...envelope } = first.schema.properties ?? {}
  const shared = {
    ...first.schema,
    properties: {
      ...envelope,
      type: { type: 'string', description: 'One of the types' },
      data: { type: 'object', description: data?.description ?? '' },
    },
  }
  return html`<h1>Events</h1>
<p class="lead">Everything that happens to a case is an event. Events are never changed, and each is chained to the one before it.</p>
<section id="reading" aria-labelledby="reading-title">
<div class="columns">
<div class="facts">
<h2 id="reading-title">Reading events</h2>
<p>Read <a href="/docs/cases#listCaseEvents">the events of a case</a> or <a href="/docs/cases#listEvents">of all
cases</a>: page by page with <code>after</code>, or live as server-sent events with
<code>Accept: text/event-stream</code>. The ID of a frame is the event’s position with the epoch of the log, such as
<code>123@1794960000</code>, so a client that reconnects with <code>Last-Event-ID</code> resumes where it left off: no event
is missed, none comes twice. <code>after</code> takes such an ID, or a position alone.</p>
<p>When the database is restored from a backup, or a standby is promoted, the epoch changes: events that you have read may be
gone, and others may have their positions. An ID of another epoch, or a position beyond the log, gets 410. The header
<code>Portico-Resume-After</code> is the place up to which both logs are the same: undo what you made of later events, and
resume there.</p>
<p>All events have one envelope; <code>data</code> depends on <code>type</code>.</p>
<h3 id="schema-Event">The envelope</h3>
${fieldList(book, fieldsOf(shared), 'answer')}
</div>
<div class="samples">${sample('An event', json(exampleOf(schemas, { $ref: `#/components/schemas/${first.name}` }), 60))}</div>
</div>
</section>
<section id="audiences" aria-labelledby="audiences-title">
<h2 id="audiences-title">Audiences</h2>
<p>Each event is for one audience, and so is each of its fields. A reader gets what is for their audience and for the
wider ones; where nothing of <code>data</code> is for them, it is <code>null</code>.</p>
${table(
  'Audiences, from narrow to wide',
  ['Audience', 'Who'],
  audiences.map(([name, who]) => [html`<code>${name}</code>`, html`${who}`]),
)}
</section>
<section id="types" aria-labelledby="types-title">
<h2 id="types-title">Event types</h2>
${eventTable(events)}
</section>
${effectSection(effects)}
${schemaSection(book, book.eventSchemas, 'Schemas that only events use')}`
}

/** What the events about one subject carry. */
export function subjectPage(book: Book, events: readonly EventType[]): Html {
  const subject = subjectOf(events[0]?.type ?? '')
  return html`<h1>Events of <code>${subject}</code></h1>
<p class="lead">What <code>data</code> holds. The rest of the envelope, and who reads what: <a href="/docs/events">Events</a>.</p>
${events.map((event) => eventArticle(book, event))}`
}

export function eventTable(events: readonly EventType[]): Html {
  return table(
    'Event types and their audiences',
    ['Type', 'Audience'],
    events.map(({ type, name, data }) => [
      html`<a href="/docs/${eventSlugOf(type)}#schema-${name}"><code>${type}</code></a>`,
      audienceOf(data),
    ]),
  )
}

function eventArticle(book: Book, { type, name, data }: EventType): Html {
  const { schemas } = book.api.components
  const fields = fieldsOf(resolve(schemas, data))
  return html`
<article id="schema-${name}" class="event" aria-labelledby="schema-${name}-title">
<div class="columns">
<div class="facts">
<h2 id="schema-${name}-title"><a class="self" href="#schema-${name}"><code>${type}</code></a></h2>
<p class="aside">For ${audienceOf(data)}</p>
${data.description ? html`<p>${prose(sentence(data.description))}</p>` : undefined}
${fieldList(book, fields, 'answer')}
</div>
<div class="samples">${sample('data', json(exampleOf(schemas, data, 'data')))}</div>
</div>
</article>
`
}

function audienceOf({ 'x-audience': declared }: EventType['data']): Html {
  if (!declared) return html`administrators alone`
  const others = Object.groupBy(Object.entries(declared.fields ?? {}), ([, audience]) => audience)
  const fields = Object.entries(others).map(
    ([audience, named = []]) =>
      html`; ${joined(
        named.map(([field]) => html`<code>${field}</code>`),
        ', ',
      )} for ${audience}`,
  )
  return html`${declared.all}${fields}`
}

function effectSection(effects: readonly Effect[]): Html {
  const rows = effects.map(({ name, lane, does, on, at }) => [
    html`<code>${name}</code>`,
    html`${joined(
      [...on.map((type) => html`<code>${type}</code>`), ...(at ? [html`at <code>${at}</code>`] : [])],
      ', ',
    )}`,
    html`${lane}`,
    html`${prose(sentence(does))}`,
  ])
  return html`
<section id="effects" aria-labelledby="effects-title">
<h2 id="effects-title">Effects</h2>
<p>The background work that events ask for. It is queued in the transaction that writes the event, and runs after it.
<code>portico jobs</code> prints the same table.</p>
${table('Background work', ['Job', 'Asked for by', 'Lane', 'What it does'], rows)}
</section>
`
}
