import { nameOf, type Schema } from './api-document.ts'
import type { Book } from './book.ts'
import { type Html, html, joined, prose } from './html.ts'

/** The type of a value in a few words, with links to schemas that have a name. */
export function typeWords(book: Book, schema: Schema): Html {
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href="${book.linkTo(name)}">${name}</a>`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.anyOf) {
    return html`${joined(
      schema.anyOf.map((option) => typeWords(book, option)),
      ' or ',
    )}`
  }
  if (schema.type === 'array') return html`array of ${typeWords(book, schema.items ?? {})}`
  return html`${plainWords[schema.format ?? ''] ?? schema.type ?? 'any value'}`
}

const plainWords: Record<string, string> = {
  date: 'date',
  'date-time': 'timestamp',
}

/** What is said about a value: its description, then what it must keep to. */
export function notes(
  schema: Schema,
  {
    description = schema.description,
    withExample,
  }: { description?: string | undefined; withExample: boolean },
): Html {
  const said = description ? [html`${prose(sentence(description))}`] : []
  const kept = constraints(schema, withExample).map(
    (constraint) => html`<span class="constraint">${constraint}.</span>`,
  )
  return html`${joined([...said, ...kept], ' ')}`
}

function constraints(schema: Schema, withExample: boolean): Html[] {
  const { pattern, default: byDefault, examples } = schema
  const bounds = [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
  ].flatMap((words) => (words ? [html`${words}`] : []))
  return [
    ...bounds,
    ...(pattern ? [html`Matches <code>${pattern}</code>`] : []),
    ...(byDefault === undefined ? [] : [html`Default <code>${text(byDefault)}</code>`]),
    ...(withExample && examples?.length ? [html`Example <code>${text(examples[0])}</code>`] : []),
  ]
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least !== undefined && most !== undefined) return `${count(least)} to ${count(most)}${unit}`
  if (least !== undefined) return `At least ${count(least)}${unit}`
  if (most !== undefined) return `At most ${count(most)}${unit}`
  return undefined
}

const count = (value: number) => value.toLocaleString('en-US')
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
export const sentence = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`)
