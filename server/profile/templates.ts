import { createRequire } from 'node:module'
import type { CaptureTag, Context, Liquid } from 'liquidjs'
import { nearest } from '../core/kernel/nearest.ts'
import { arithmetic, faultsOfFilters, keepFractions } from './template-filters.ts'

/** Values by the name of their field, such as `case.docketNumber`. */
export type FieldValues = Readonly<Record<string, string>>

/** What is longer is not even put together: no letter and no message may have so much. */
const mostCharacters = 1_000_000

/** No loops and no other files: what a template may do is to name fields, and to choose between texts. */
const allowedTags = ['if', 'unless', 'case', 'comment', 'assign', 'capture', 'echo', 'raw', '#']

let engine: Liquid | undefined

/** Loaded when the first template is read. */
function liquid(): Liquid {
  if (engine) return engine
  const require = createRequire(import.meta.url)
  const { Liquid: Engine } = require('liquidjs') as typeof import('liquidjs')
  engine = new Engine({
    strictVariables: true,
    strictFilters: true,
    // A template may ask whether a field has a value.
    lenientIf: true,
    ownPropertyOnly: true,
    parseLimit: 100_000,
    renderLimit: 2_000,
    memoryLimit: 2_000_000,
    cache: 500,
  })
  for (const name of Object.keys(engine.tags)) if (!allowedTags.includes(name)) delete engine.tags[name]
  for (const [name, filter] of Object.entries(arithmetic)) engine.registerFilter(name, filter)
  countCaptured(engine)
  return engine
}

/** What is captured counts against the memory of a template, as what filters make does. */
function countCaptured({ tags }: Liquid) {
  const Capture = tags.capture as typeof CaptureTag
  tags.capture = class extends Capture {
    override *render(context: Context): Generator<unknown, void, string> {
      yield* super.render(context)
      context.memoryLimit.use(String(context.bottom()[this.variable]).length)
    }
  }
}

function rendered(text: string, scope: object): string {
  const templates = liquid().parse(text)
  keepFractions(templates)
  const filled = liquid().renderSync(templates, scope) as string
  if (filled.length > mostCharacters)
    throw new Error(`it would have more than ${mostCharacters.toLocaleString('en-US')} characters`)
  return filled
}

/** What is wrong with a template, where it may name these fields and no others. */
export function faultsOfTemplate(place: string, text: string, fields: readonly string[]): string[] {
  try {
    const unknown = fieldsIn(text)
      .filter((field) => !fields.includes(field))
      .map((field) => {
        const meant = nearest(field, fields)
        return `${place} names the field ${field}, which does not exist here${meant ? `; did you mean ${meant}?` : `: there are ${fields.join(', ')}.`}`
      })
    return [...unknown, ...faultsOfFilters(liquid().parse(text)).map((fault) => `${place} ${fault}.`)]
  } catch (error) {
    const { message } = error as Error
    return [`${place} cannot be read as a template: ${message.split('\n')[0]}.`]
  }
}

/** The text with its fields filled in. One that has no value is empty; one that does not exist is an error. */
export function filledTemplate(text: string, values: FieldValues): string {
  return rendered(text, nested(values))
}

/** A template that cannot be filled on a case, in a sentence. */
export class UnfilledTemplate extends Error {}

/**
 * The text with its fields filled in, and the fields that it used. A field without a value is an error that names it,
 * and the template; `{% if field %}` may ask for it.
 */
export function strictlyFilled(
  called: string,
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): { text: string; fields: string[] } {
  const known = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  const given = Object.fromEntries(known) as FieldValues
  const groups = Object.keys(values).flatMap((field) => (field.includes('.') ? [field.split('.')[0]!] : []))
  const scope = { ...Object.fromEntries(groups.map((group) => [group, {}])), ...nested(given) }
  try {
    const filled = rendered(text, scope)
    return { text: filled, fields: fieldsIn(text).filter((field) => Object.hasOwn(given, field)) }
  } catch (error) {
    const { message } = error as Error
    const [, field] = /undefined variable: ([\w.]+)/.exec(message) ?? []
    if (field === undefined)
      throw new UnfilledTemplate(`${called} cannot be filled in: ${message.split('\n')[0]}.`)
    throw new UnfilledTemplate(
      Object.hasOwn(values, field)
        ? `${called} names the field ${field}, which has no value on this case.`
        : `${called} names the field ${field}, which does not exist.`,
    )
  }
}

/** The fields that a template names. */
export function fieldsIn(text: string): string[] {
  const found = liquid().globalVariableSegmentsSync(liquid().parse(text))
  return [...new Set(found.map((segments) => segments.map(String).join('.')))]
}

function nested(values: FieldValues): object {
  const scope: Record<string, string | Record<string, string>> = {}
  for (const [field, value] of Object.entries(values)) {
    const [first = '', second] = field.split('.')
    if (second === undefined) scope[first] = value
    else scope[first] = { ...(scope[first] as Record<string, string> | undefined), [second]: value }
  }
  return scope
}
