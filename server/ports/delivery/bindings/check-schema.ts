import { createRequire } from 'node:module'
import type { TSchema } from '@portico/contract/type'
import type { Ajv, ValidateFunction } from 'ajv'
import { schemaFaults } from '../../../core/kernel/schema-faults.ts'
import { inParts, understandingParts } from '../../../core/kernel/schema-parts.ts'

let ajv: Ajv | undefined
const compiled = new WeakMap<TSchema, ValidateFunction>()

function validatorOf(schema: TSchema): ValidateFunction {
  const found = compiled.get(schema)
  if (found) return found
  ajv ??= loadAjv()
  const made = ajv.compile(inParts(schema))
  compiled.set(schema, made)
  return made
}

/** Loaded with the first value that is checked: a start does not wait for it. */
function loadAjv(): Ajv {
  const require = createRequire(import.meta.url)
  const { Ajv, ...codegen } = require('ajv') as typeof import('ajv')
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats')
  const ajv = new Ajv({ strict: false, allErrors: true, verbose: true, code: { optimize: false } })
  return understandingParts(addFormats(ajv), codegen)
}

/** What is wrong with a value, each a sentence that names its place; `where` is what comes before the place. */
export function faultsOf(
  schema: TSchema,
  value: unknown,
  { where, member = 'field', inside = '' }: { where: string; member?: string; inside?: string },
): string[] {
  const validate = validatorOf(schema)
  if (validate(value)) return []
  const placeOf = (path: string) =>
    path === '' ? inside : inside + (inside ? '.' : '') + path.slice(1).replaceAll('/', '.')
  return schemaFaults(validate.errors ?? [], { where, member, placeOf })
    .slice(0, 10)
    .map(({ sentence }) => sentence)
}
