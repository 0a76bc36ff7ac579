import type { TSchema } from '@portico/contract/type'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { schemaFaults } from '../../core/kernel/schema-faults.ts'

let ajv: Ajv | undefined
const compiled = new WeakMap<TSchema, ValidateFunction>()

function validatorOf(schema: TSchema): ValidateFunction {
  const found = compiled.get(schema)
  if (found) return found
  if (!ajv) {
    ajv = new Ajv({ strict: false, allErrors: true, verbose: true })
    formats.default(ajv)
  }
  const made = ajv.compile(schema)
  compiled.set(schema, made)
  return made
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
