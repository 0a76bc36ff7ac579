import { nameOf, resolve, type Schema, type Schemas } from './api-document.ts'
import { type Html, html } from './html.ts'
import { notes, typeWords } from './schema-words.ts'

export type Field = {
  path: string
  name: string
  schema: Schema
  isRequired: boolean
  description?: string | undefined
}

/** A field and, below it, the fields within. Schemas with a name are opened too where `open` says so. */
export function fieldsOf(schemas: Schemas, schema: Schema, { open }: { open: boolean }): Field[] {
  return within(schema, '', [])

  function within(outer: Schema, path: string, above: string[]): Field[] {
    const name = nameOf(outer)
    if (name !== undefined && (above.includes(name) || (above.length > 0 && !open))) return []
    const names = [...above, name ?? '']
    const { properties = {}, required = [] } = resolve(schemas, outer)
    return Object.entries(properties).flatMap(([key, value]) => {
      const { inner, suffix } = contained(value)
      const field = { path, name: key, schema: value, isRequired: required.includes(key) }
      return [field, ...(inner ? within(inner, `${path}${key}${suffix}.`, names) : [])]
    })
  }
}

const mostFields = 40

/** As deep as a table can be read: where all would be too many, what has a name is left to the page's own part on it. */
export function readableFields(schemas: Schemas, schema: Schema): Field[] {
  const all = fieldsOf(schemas, schema, { open: true })
  if (all.length <= mostFields) return all
  const own = fieldsOf(schemas, schema, { open: false })
  return own.length <= mostFields ? own : own.filter(({ path }) => path.split('.').length <= 2)
}

/** What an array holds, or what a value is when it is not null. */
function contained(schema: Schema): { inner: Schema | undefined; suffix: string } {
  if (schema.items) return { inner: schema.items, suffix: '[]' }
  if (!schema.anyOf) return { inner: schema, suffix: '' }
  const present = schema.anyOf.filter(({ type }) => type !== 'null')
  return { inner: present.length === 1 ? present[0] : undefined, suffix: '' }
}

export type Row = { depth?: number; cells: Html[] }

/** The roles keep it a table for every reader where a narrow screen lays its rows out as blocks. */
export function table(caption: string, columns: string[], rows: Row[]): Html {
  const heads = columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)
  const lines = rows.map(({ depth = 0, cells: [first, ...rest] }) => {
    const cells = rest.map((cell) => html`<td role="cell">${cell}</td>`)
    return html`<tr role="row" class="depth-${depth}"><th scope="row" role="rowheader">${first}</th>${cells}</tr>\n`
  })
  return html`<table role="table"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${lines}</tbody></table>\n`
}

export function fieldTable(caption: string, fields: Field[], { of }: { of: 'request' | 'answer' }): Html {
  const rows = fields.map(({ path, name, schema, isRequired, description }) => ({
    depth: path.split('.').length - 1,
    cells: [
      html`<code><span class="path">${path}</span>${name}</code>`,
      html`${typeWords(schema)}${demand(isRequired, of)}`,
      notes(schema, { description, withExample: of === 'request' }),
    ],
  }))
  return table(caption, ['Field', 'Type', 'Notes'], rows)
}

/** A request is told what it must have, an answer what it may lack. */
function demand(isRequired: boolean, of: 'request' | 'answer'): Html | undefined {
  if (of === 'request' && isRequired) return html` <strong class="required">required</strong>`
  if (of === 'answer' && !isRequired) return html` <span class="optional">optional</span>`
  return undefined
}
