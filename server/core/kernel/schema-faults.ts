import { type SchemaFault, schemaSentence } from './schema-sentence.ts'

/** The `sentence` names the place. */
export type PlacedFault = { place: string; sentence: string }

type PlacedError = SchemaFault & { schemaPath: string }

type Naming = {
  /** The name of the whole value, such as `The body`. */
  where: string
  member?: string
  placeOf?: (instancePath: string) => string
}

/** A failed union reports the errors of every form: keeps only those of the form that was probably meant. */
export function schemaFaults(errors: readonly PlacedError[], naming: Naming): PlacedFault[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf')
  const outer = unions.filter((union) => !unions.some((other) => isInside(union, other)))
  const plain = errors.filter(
    (error) => !outer.includes(error) && !outer.some((union) => isInside(error, union)),
  )
  return [
    ...plain.map((error) => faultAt(error, [error], naming)),
    ...outer.flatMap((union) =>
      unionFaults(
        union,
        errors.filter((error) => isInside(error, union)),
        naming,
      ),
    ),
  ]
}

function unionFaults(union: PlacedError, inside: readonly PlacedError[], naming: Naming): PlacedFault[] {
  if (inside.every(({ keyword }) => keyword === 'const')) return [faultAt(union, inside, naming)]
  const forms = formsOf(union, inside)
  const isAtUnion = ({ instancePath }: PlacedError) => instancePath === union.instancePath
  const typeError = errorOfTypes(union, forms)
  if (typeError) return [faultAt(union, [typeError], naming)]
  const tagErrors = errorsOfTag(union, forms)
  if (tagErrors) return [faultAt(tagErrors[0] as PlacedError, tagErrors, naming)]
  // A form of another type or with another tag was not meant.
  const meantForms = forms.filter((form) => !form.some((error) => isForeign(error, union)))
  const ownFaults = (form: readonly PlacedError[]) => form.filter(isAtUnion).length
  const [meant = []] = (meantForms.length > 0 ? meantForms : forms).toSorted(
    (a, b) => ownFaults(a) - ownFaults(b),
  )
  const own = (form: readonly PlacedError[], keyword: string) =>
    form.find((error) => error.keyword === keyword && isAtUnion(error))
  // If even the nearest form lacks a required field and has unknown ones, none of the forms was meant.
  const isNoneMeant = own(meant, 'required') && own(meant, 'additionalProperties')
  const isOneNeeded = inside.every((error) => error.keyword === 'required' && isAtUnion(error))
  if (!isNoneMeant && !isOneNeeded) return schemaFaults(meant, naming)
  const keys = forms.flatMap((form) => own(form, 'required')?.params.missingProperty ?? [])
  const place = nameOf(union, naming)
  return [
    {
      place,
      sentence: `${place || naming.where} must have one of ${[...new Set(keys)].join(', ')}.`,
    },
  ]
}

/** The errors of each form; a union nested in a union counts as several forms. */
function formsOf(union: PlacedError, inside: readonly PlacedError[]): PlacedError[][] {
  const forms = new Map<string, PlacedError[]>()
  for (const error of inside) {
    const form = error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] as string
    forms.set(form, [...(forms.get(form) ?? []), error])
  }
  return [...forms.values()].flatMap((form) => {
    const nested = form.find(
      (error) => error.keyword === 'anyOf' && error.instancePath === union.instancePath,
    )
    if (!nested) return [form]
    return formsOf(
      nested,
      form.filter((error) => isInside(error, nested)),
    )
  })
}

/** One error naming the types of all forms, if the value is of none of them. */
function errorOfTypes(
  { instancePath }: PlacedError,
  forms: readonly PlacedError[][],
): PlacedError | undefined {
  const typeErrors = forms.map((form) =>
    form.find((error) => error.keyword === 'type' && error.instancePath === instancePath),
  )
  const [first] = typeErrors
  if (!first || typeErrors.includes(undefined)) return undefined
  const types = new Set(typeErrors.map((error) => String(error?.params.type)))
  return { ...first, params: { type: [...types].join(',') } }
}

/** The errors of the tag, if all forms are told apart by the same field and its value fits none of them. */
function errorsOfTag(
  { instancePath }: PlacedError,
  forms: readonly PlacedError[][],
): PlacedError[] | undefined {
  const tags = forms.map((form) => form.find((error) => isTag(error, instancePath)))
  const paths = new Set(tags.map((tag) => tag?.instancePath))
  return tags.includes(undefined) || paths.size !== 1 ? undefined : (tags as PlacedError[])
}

const isForeign = (error: PlacedError, { instancePath }: PlacedError) =>
  (error.keyword === 'type' && error.instancePath === instancePath) || isTag(error, instancePath)
const isTag = (error: PlacedError, path: string) =>
  error.keyword === 'const' && error.instancePath.lastIndexOf('/') === path.length

function isInside(error: PlacedError, union: PlacedError): boolean {
  return (
    error !== union &&
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))
  )
}

function faultAt(error: PlacedError, errors: readonly PlacedError[], naming: Naming): PlacedFault {
  const place = nameOf(error, naming)
  const unnamed = errors.map((each) => ({ ...each, instancePath: '' }))
  const { missingProperty, additionalProperty = missingProperty } = errors[0]?.params ?? {}
  return {
    place: [place, additionalProperty].filter(Boolean).join('.'),
    sentence: schemaSentence(unnamed, place || naming.where, naming.member),
  }
}

const nameOf = ({ instancePath }: PlacedError, { placeOf = dotted }: Naming) => placeOf(instancePath)
const dotted = (instancePath: string) => instancePath.slice(1).replaceAll('/', '.')
