import { commonErrors } from './api-document.ts'
import type { Book } from './book.ts'
import { exampleOf } from './examples.ts'
import { fieldList, fieldsOf, table } from './fields.ts'
import { type Html, html, joined, prose } from './html.ts'
import { json, sample } from './sample.ts'
import { sentence } from './schema-words.ts'

export function errorsPage(book: Book): Html {
  const { schemas, responses } = book.api.components
  const { ErrorBody = {} } = schemas
  const rows = Object.entries(responses).map(([name, { description }]) => {
    const status = name.replace('Error', '')
    return [html`<code id="error-${status}">${status}</code>`, html`${prose(sentence(description))}`]
  })
  const common = commonErrors(book.api).map((status) => html`<code>${status}</code>`)
  return html`<h1>Errors</h1>
<p class="lead">An error has the HTTP status that fits and one shape: a sentence for a person. Program against the
status, never against the sentence.</p>
<section id="schema-ErrorBody" aria-labelledby="shape-title">
<div class="columns">
<div class="facts">
<h2 id="shape-title">The body of an error</h2>
${fieldList(book, fieldsOf(ErrorBody), 'answer')}
</div>
<div class="samples">${sample('Response 404', json(exampleOf(schemas, ErrorBody, '', 'ErrorBody')))}</div>
</div>
</section>
<section id="statuses" aria-labelledby="statuses-title">
<h2 id="statuses-title">Statuses</h2>
${table('Statuses and their meaning', ['Status', 'Meaning'], rows)}
<p id="any">Any operation may return ${joined(common, ', ')}. Each operation lists the others it may return.</p>
</section>
<section id="retries" aria-labelledby="retries-title">
<h2 id="retries-title">Retries</h2>
<p>Retry <code>429</code>, <code>503</code> and <code>507</code> after the seconds in <code>Retry-After</code>. After a
<code>500</code> or a lost connection a write may or may not have happened: retry it with the same
<code>Idempotency-Key</code>, and it happens once. Every other error stays what it is until the request or the case
changes.</p>
</section>
`
}
