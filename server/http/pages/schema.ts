import type { Book } from './book.ts'
import { exampleOf } from './examples.ts'
import { fieldList, fieldsOf } from './fields.ts'
import { type Html, html } from './html.ts'
import { json, sample } from './sample.ts'
import { notes, typeWords } from './schema-words.ts'

export function schemaSection(book: Book, names: readonly string[], title: string): Html | undefined {
  if (names.length === 0) return undefined
  return html`
<section id="schemas" aria-labelledby="schemas-title">
<h2 id="schemas-title">${title}</h2>
${names.map((name) => schemaArticle(book, name))}
</section>
`
}

const exampleLines = 48

function schemaArticle(book: Book, name: string): Html {
  const { schemas } = book.api.components
  const schema = schemas[name] ?? {}
  const fields = fieldsOf(schema)
  const said = notes(schema, { withExample: true })
  return html`
<article id="schema-${name}" class="schema" aria-labelledby="schema-${name}-title">
<div class="columns">
<div class="facts">
<h3 id="schema-${name}-title"><a class="self" href="#schema-${name}">${name}</a></h3>
${said.markup ? html`<p>${said}</p>` : undefined}
${fields.length > 0 ? fieldList(book, fields, 'answer') : html`<p>${typeWords(book, schema)}</p>`}
</div>
<div class="samples">
${fields.length > 0 ? sample(name, json(exampleOf(schemas, schema, '', name), exampleLines)) : undefined}
</div>
</div>
</article>
`
}
