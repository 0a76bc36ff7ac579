import { createRequire } from 'node:module'
import { Profile } from '@portico/contract/profile'
import type { ValidateFunction } from 'ajv'
import { schemaFaults as faultsOf } from '../core/kernel/schema-faults.ts'

/** What is wrong with a profile: `what` is a sentence that names the place too. */
export type ProfileFault = { place: string; what: string }

let compiled: ValidateFunction | undefined

/** When it is first needed: loading Ajv and compiling this is half a second, which a start has not. */
function validator(): ValidateFunction {
  if (!compiled) {
    const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv')
    compiled = new Ajv({
      strict: false,
      allErrors: true,
      verbose: true,
      validateSchema: false,
      code: { optimize: false },
    }).compile(Profile)
  }
  return compiled
}

/** Where a value is not what the schema of a profile asks for. */
export function schemaFaults(value: unknown): ProfileFault[] {
  const validate = validator()
  if (validate(value)) return []
  return faultsOf(validate.errors ?? [], { where: 'The profile', placeOf })
    .map(({ place, sentence }) => ({ place, what: sentence }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
}

/** `/workflows/0/rules/3` is `workflows[0].rules[3]`. */
function placeOf(instancePath: string): string {
  return instancePath
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
}
