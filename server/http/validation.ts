import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { HttpRefusal } from './errors.ts'

const strictAjv = new Ajv({ strict: false, coerceTypes: false, useDefaults: true })
const coercingAjv = new Ajv({ strict: false, coerceTypes: true, useDefaults: true })
for (const ajv of [strictAjv, coercingAjv]) formats.default(ajv)

/** A body means what its JSON says; a query and a path are text, so numbers and booleans are read from it. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? strictAjv : coercingAjv).compile(schema)

export function schemaErrorFormatter(errors: { message?: string }[], part: string): Error {
  return new Error(sentenceOf(errors as ErrorObject[], part))
}

function sentenceOf(errors: ErrorObject[], part: string): string {
  const { keyword, params, instancePath, message } = errors[0] as ErrorObject
  const where = part === 'body' ? 'The body' : part === 'querystring' ? 'The query' : 'The path'
  const field = instancePath.slice(1).replaceAll('/', '.')
  const name = field || where
  switch (keyword) {
    case 'additionalProperties':
      return `${where} has an unknown ${part === 'querystring' ? 'parameter' : 'field'}: ${params.additionalProperty}.`
    case 'required':
      return `${where} must have ${field ? `${field}.` : ''}${params.missingProperty}.`
    case 'type':
      return `${name} must be ${article(params.type)}.`
    case 'format':
      return `${name} must be a ${params.format === 'date' ? 'real date as YYYY-MM-DD' : params.format}.`
    case 'const':
      return `${name} must be ${allowedValues(errors).join(' or ')}.`
    case 'minimum':
      return `${name} must be at least ${counted(params.limit)}.`
    case 'maximum':
      return `${name} must be at most ${counted(params.limit)}.`
    case 'minLength':
      return `${name} has at least ${counted(params.limit)} characters.`
    case 'maxLength':
      return `${name} has at most ${counted(params.limit)} characters.`
    case 'maxItems':
      return `${name} has at most ${counted(params.limit)} entries.`
    default:
      return `${name} ${message}.`
  }
}

const allowedValues = (errors: ErrorObject[]) =>
  errors.flatMap(({ keyword, params }) => (keyword === 'const' ? [String(params.allowedValue)] : []))
const counted = (count: number) => count.toLocaleString('en-US')
const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

const deepest = 64

/** What a schema of one field cannot say; looked at level by level, since the depth is the caller's choice. */
export async function refuseUnstorable(request: FastifyRequest) {
  const { body, params: path, query } = request
  for (const [name, part] of Object.entries({ body, path, query })) {
    let level: unknown[] = [part]
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > deepest)
        throw new HttpRefusal(400, `The ${name} is nested more than ${deepest} levels deep.`)
      if (!level.every(isText)) throw new HttpRefusal(400, `The ${name} has a character that is not text.`)
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
