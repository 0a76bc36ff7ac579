import { nameOf, type Schema } from './api-document.ts'
import type { Book } from './book.ts'
import { type Html, html, prose } from './html.ts'
import { notes, typeWords } from './schema-words.ts'

export type Field = { name: string; schema: Schema; isRequired: boolean; description?: string | undefined }

export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }))
}

/** A request is told what it must have, an answer what it may lack. */
export type Side = 'request' | 'answer'

const mostShown = 4
const manyFields = 16

/** The fields of an object. One that has a name of its own is linked; one that has none is told here, folded if large. */
export function fieldList(book: Book, fields: readonly Field[], side: Side): Html {
  const items = fields.map(({ name, schema, isRequired, description }) => {
    const inner = fieldsOf(contained(schema))
    const said = notes(schema, { description, withExample: side === 'request' })
    return html`<li><code>${name}</code> <span class="type">${typeWords(book, schema)}</span>${demand(isRequired, side)}${said.markup ? html`<p>${said}</p>` : undefined}${inner.length > 0 ? within(book, name, inner, side, fields.length < manyFields) : undefined}</li>\n`
  })
  return html`<ul class="fields">\n${items}</ul>\n`
}

function within(book: Book, name: string, fields: readonly Field[], side: Side, isShort: boolean): Html {
  const list = fieldList(book, fields, side)
  if (isShort && fields.length <= mostShown) return list
  return html`<details><summary>${fields.length} fields of <code>${name}</code></summary>${list}</details>`
}

/** What an array holds, or what a value is when it is not null. */
function contained(schema: Schema): Schema {
  if (nameOf(schema) !== undefined) return {}
  if (schema.items) return contained(schema.items)
  const present = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [only] = present
  return only && present.length === 1 ? contained(only) : schema
}

function demand(isRequired: boolean, side: Side): Html | undefined {
  if (side === 'request' && isRequired) return html` <strong class="required">required</strong>`
  if (side === 'answer' && !isRequired) return html` <span class="optional">optional</span>`
  return undefined
}

export function table(caption: string, columns: string[], rows: Html[][]): Html {
  const heads = columns.map((column) => html`<th scope="col">${column}</th>`)
  const lines = rows.map(([first, ...rest]) => {
    const cells = rest.map((cell) => html`<td>${cell}</td>`)
    return html`<tr><th scope="row">${first}</th>${cells}</tr>\n`
  })
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption>${prose(caption)}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines}</tbody></table></div>\n`
}
