import { Profile } from '@portico/contract/profile'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { schemaSentence } from '../core/schema-sentence.ts'

/** What is wrong with a profile: `what` is a sentence that names the place too. */
export type ProfileFault = { place: string; what: string }

let compiled: ValidateFunction | undefined

/** When it is first needed: compiling it is half a second, which a start has not. */
function validator(): ValidateFunction {
  compiled ??= new Ajv({ strict: false, allErrors: true, verbose: true }).compile(Profile)
  return compiled
}

/** Where a value is not what the schema of a profile asks for. */
export function schemaFaults(value: unknown): ProfileFault[] {
  const validate = validator()
  return validate(value) ? [] : explained(validate.errors ?? [])
}

/** A union fails in each of its forms: only what is wrong with the form that was meant is told. */
function explained(errors: readonly ErrorObject[]): ProfileFault[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf')
  const outer = unions.filter((union) => !unions.some((other) => isInside(union, other)))
  const plain = errors.filter(
    (error) => !outer.includes(error) && !outer.some((union) => isInside(error, union)),
  )
  const told = [
    ...plain.map((error) => faultAt(error, [error])),
    ...outer.flatMap((union) =>
      ofUnion(
        union,
        errors.filter((error) => isInside(error, union)),
      ),
    ),
  ]
  return told.sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
}

function ofUnion(union: ErrorObject, inside: readonly ErrorObject[]): ProfileFault[] {
  if (inside.every(({ keyword }) => keyword === 'const')) return [faultAt(union, inside)]
  const forms = new Map<string, ErrorObject[]>()
  for (const error of inside) {
    const form = error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] as string
    forms.set(form, [...(forms.get(form) ?? []), error])
  }
  const ownFaults = (form: readonly ErrorObject[]) =>
    form.filter(({ instancePath }) => instancePath === union.instancePath).length
  const [meant = []] = [...forms.values()].sort((a, b) => ownFaults(a) - ownFaults(b))
  const own = (form: readonly ErrorObject[], keyword: string) =>
    form.find((error) => error.keyword === keyword && error.instancePath === union.instancePath)
  // Where even the nearest form lacks what it is known by and has what it does not know, none was meant.
  if (!own(meant, 'required') || !own(meant, 'additionalProperties')) return explained(meant)
  const keys = [...forms.values()].flatMap((form) => own(form, 'required')?.params.missingProperty ?? [])
  const place = placeOf(union.instancePath)
  return [{ place, what: `${place} must have one of ${keys.join(', ')}.` }]
}

function isInside(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error !== union &&
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))
  )
}

function faultAt({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): ProfileFault {
  const place = placeOf(instancePath)
  const where = place || 'The profile'
  if (errors[0]?.keyword === 'pattern')
    return { place, what: `${where} must be written like ${exampleOf(errors[0])}.` }
  return {
    place,
    what: schemaSentence(
      errors.map((error) => ({ ...error, instancePath: '' })),
      where,
    ),
  }
}

function exampleOf({ parentSchema, params }: ErrorObject): string {
  const [example] = (parentSchema as { examples?: unknown[] } | undefined)?.examples ?? []
  return example === undefined ? params.pattern : String(example)
}

/** `/workflows/0/rules/3` is `workflows[0].rules[3]`. */
function placeOf(instancePath: string): string {
  return instancePath
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
}
