import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, Options, ValidateFunction } from 'ajv'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { Static, TObjectOptions, TSchema } from 'typebox'
import { schemaFaults } from '../core/kernel/schema-faults.ts'
import { inParts, understandingParts } from '../core/kernel/schema-parts.ts'
import { HttpRefusal } from './errors.ts'

// The schemas are ours: to check them by their own schema at every start would say nothing new.
// To make the code of a validator shorter takes twice as long as to make it, and it runs no faster for that.
const common: Options = { strict: false, useDefaults: true, validateSchema: false, code: { optimize: false } }
const everyFault: Options = { ...common, allErrors: true, verbose: true }
/** For a body, which means what its JSON says. */
const strict = { first: loaded(common), every: loaded(everyFault) }
/** For a query and a path, which are text: numbers and booleans are read from it. */
const coercing = {
  first: loaded({ ...common, coerceTypes: true }),
  every: loaded({ ...everyFault, coerceTypes: true }),
}

/** Ajv is loaded with the first request that has something to validate: a start does not wait for it. */
function loaded(options: Options): () => Ajv {
  let ajv: Ajv | undefined
  return () => {
    ajv ??= make(options)
    return ajv
  }
}

function make(options: Options): Ajv {
  const require = createRequire(import.meta.url)
  const { Ajv, ...codegen } = require('ajv') as typeof import('ajv')
  const ajv = (require('ajv-formats') as typeof import('ajv-formats')).default(new Ajv(options))
  return understandingParts(ajv, codegen)
}

const mostFaults = 10
/** In more than this only the first fault is looked for: to list them all would cost more than they are worth. */
const mostSearched = 100_000

type ObjectSchema = TSchema & TObjectOptions & { properties?: object; required?: string[] }
type Validate = ((value: unknown) => boolean) & { errors: ErrorObject[] | null }

/** Compiled at its first use: a start does not wait for the schemas of every route. */
function validatorOf(schema: TSchema, { first, every }: typeof strict): Validate {
  let quick: ValidateFunction | undefined
  let thorough: ValidateFunction | undefined
  const { properties, required = [], additionalProperties, minProperties = 0 } = schema as ObjectSchema
  const takesNothing = additionalProperties === false && isEmpty(properties)
  const needsNothing = properties !== undefined && required.length === 0 && minProperties === 0
  const validate = (value: unknown): boolean => {
    // A body that was left out comes as null.
    if (value === null && needsNothing) return true
    if (takesNothing && isEmpty(value)) return true
    quick ??= first().compile(inParts(schema))
    const isValid = quick(value) as boolean
    validate.errors = quick.errors ?? null
    if (isValid || JSON.stringify(value ?? null).length > mostSearched) return isValid
    thorough ??= every().compile(inParts(schema))
    thorough(value)
    validate.errors = thorough.errors ?? validate.errors
    return false
  }
  validate.errors = null as ErrorObject[] | null
  return validate
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  validatorOf(schema, httpPart === 'body' ? strict : coercing)

export function schemaErrorFormatter(errors: object[], part: string): Error {
  const [where, member] = parts[part] ?? ['The path', 'field']
  return refusalOf(errors as ErrorObject[], where, member)
}

const parts: Record<string, [string, string]> = {
  body: ['The body', 'field'],
  querystring: ['The query', 'parameter'],
}

/** For a body that Fastify did not read. */
export function validatedBody(schema: TSchema, body: unknown): unknown {
  refuseUnstorableParts({ body })
  return validated(schema, body, 'The body', 'field')
}

/** For what a query says in words of its own. */
export function validatedQuery<Schema extends TSchema>(schema: Schema, query: unknown): Static<Schema> {
  return validated(schema, query, 'The query', 'parameter') as never
}

function validated(schema: TSchema, value: unknown, where: string, member: 'field' | 'parameter'): unknown {
  let validate = validators.get(schema)
  if (!validate) {
    validate = validatorOf(schema, strict)
    validators.set(schema, validate)
  }
  if (!validate(value)) throw refusalOf(validate.errors ?? [], where, member)
  return value
}

/** All that is wrong at once, as far as it can be read; of one place only the first fault. */
function refusalOf(errors: readonly ErrorObject[], where: string, member: string): HttpRefusal {
  const faults = new Map<string, string>()
  for (const { place, sentence } of schemaFaults(errors, { where, member })) {
    if (!faults.has(place)) faults.set(place, sentence)
  }
  const told = [...faults].slice(0, mostFaults)
  const sentence = told.map(([, said]) => said).join(' ') || `${where} is not valid.`
  return new HttpRefusal(400, faults.size > mostFaults ? `${sentence} There are more errors.` : sentence)
}

const validators = new WeakMap<TSchema, Validate>()

const deepest = 64

/** What a schema of one field cannot say; looked at level by level, since the depth is the caller's choice. */
export function refuseUnstorable({ body, params: path, query }: FastifyRequest) {
  refuseUnstorableParts({ body: Buffer.isBuffer(body) ? undefined : body, path, query })
}

export function refuseUnstorableParts(parts: Record<string, unknown>) {
  for (const [name, part] of Object.entries(parts)) {
    let level: unknown[] = [part]
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > deepest)
        throw new HttpRefusal(400, `The ${name} is nested more than ${deepest} levels deep.`)
      if (!level.every(isText))
        throw new HttpRefusal(400, `The ${name} has a NUL character or an unpaired surrogate.`)
      if (level.includes(Infinity) || level.includes(-Infinity))
        throw new HttpRefusal(400, `The ${name} has a number that is out of range.`)
      level = level.flatMap(membersOf)
    }
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function isText(value: unknown): boolean {
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))
}

function membersOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value : Object.entries(value).flat()
}
