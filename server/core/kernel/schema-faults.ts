import { type SchemaFault, schemaSentence } from './schema-sentence.ts'

/** A fault; its `sentence` names the place. */
export type PlacedFault = { place: string; sentence: string }

type Found = SchemaFault & { schemaPath: string }

type Naming = {
  /** The subject of a fault of the whole, such as `The body`. */
  where: string
  member?: string
  placeOf?: (instancePath: string) => string
}

/** A failed union reports every form: keeps only the faults of the form that was meant. */
export function schemaFaults(errors: readonly Found[], naming: Naming): PlacedFault[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf')
  const outer = unions.filter((union) => !unions.some((other) => isInside(union, other)))
  const plain = errors.filter(
    (error) => !outer.includes(error) && !outer.some((union) => isInside(error, union)),
  )
  return [
    ...plain.map((error) => faultAt(error, [error], naming)),
    ...outer.flatMap((union) =>
      ofUnion(
        union,
        errors.filter((error) => isInside(error, union)),
        naming,
      ),
    ),
  ]
}

function ofUnion(union: Found, inside: readonly Found[], naming: Naming): PlacedFault[] {
  if (inside.every(({ keyword }) => keyword === 'const')) return [faultAt(union, inside, naming)]
  const forms = formsOf(union, inside)
  const isOwn = ({ instancePath }: Found) => instancePath === union.instancePath
  const kinds = ofKinds(union, forms)
  if (kinds) return [faultAt(union, [kinds], naming)]
  const known = byTag(union, forms)
  if (known) return [faultAt(known[0] as Found, known, naming)]
  // A form with another type or tag was not meant.
  const meantForms = forms.filter((form) => !form.some((error) => isForeign(error, union)))
  const ownFaults = (form: readonly Found[]) => form.filter(isOwn).length
  const [meant = []] = (meantForms.length > 0 ? meantForms : forms).toSorted(
    (a, b) => ownFaults(a) - ownFaults(b),
  )
  const own = (form: readonly Found[], keyword: string) =>
    form.find((error) => error.keyword === keyword && isOwn(error))
  // Where even the nearest form lacks what it is known by and has what it does not know, none was meant.
  const isNoneMeant = own(meant, 'required') && own(meant, 'additionalProperties')
  const isOneNeeded = inside.every((error) => error.keyword === 'required' && isOwn(error))
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

/** What is wrong with each form; a union that is a form of another is as many forms as it has. */
function formsOf(union: Found, inside: readonly Found[]): Found[][] {
  const forms = new Map<string, Found[]>()
  for (const error of inside) {
    const form = error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] as string
    forms.set(form, [...(forms.get(form) ?? []), error])
  }
  return [...forms.values()].flatMap((form) => {
    const nested = form.find((one) => one.keyword === 'anyOf' && one.instancePath === union.instancePath)
    if (!nested) return [form]
    return formsOf(
      nested,
      form.filter((error) => isInside(error, nested)),
    )
  })
}

/** Where no form takes a value of this kind: what they take. */
function ofKinds({ instancePath }: Found, forms: readonly Found[][]): Found | undefined {
  const kinds = forms.map((form) =>
    form.find((error) => error.keyword === 'type' && error.instancePath === instancePath),
  )
  const [first] = kinds
  if (!first || kinds.includes(undefined)) return undefined
  const types = new Set(kinds.map((kind) => String(kind?.params.type)))
  return { ...first, params: { type: [...types].join(',') } }
}

/** Where every form is known by the same field, and the value of that is none of theirs. */
function byTag({ instancePath }: Found, forms: readonly Found[][]): Found[] | undefined {
  const tags = forms.map((form) => form.find((error) => isTag(error, instancePath)))
  const paths = new Set(tags.map((tag) => tag?.instancePath))
  return tags.includes(undefined) || paths.size !== 1 ? undefined : (tags as Found[])
}

const isForeign = (error: Found, { instancePath }: Found) =>
  (error.keyword === 'type' && error.instancePath === instancePath) || isTag(error, instancePath)
const isTag = (error: Found, of: string) =>
  error.keyword === 'const' && error.instancePath.lastIndexOf('/') === of.length

function isInside(error: Found, union: Found): boolean {
  return (
    error !== union &&
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))
  )
}

function faultAt(at: Found, errors: readonly Found[], naming: Naming): PlacedFault {
  const place = nameOf(at, naming)
  const unnamed = errors.map((error) => ({ ...error, instancePath: '' }))
  const { missingProperty, additionalProperty = missingProperty } = errors[0]?.params ?? {}
  return {
    place: [place, additionalProperty].filter(Boolean).join('.'),
    sentence: schemaSentence(unnamed, place || naming.where, naming.member),
  }
}

const nameOf = ({ instancePath }: Found, { placeOf = dotted }: Naming) => placeOf(instancePath)
const dotted = (instancePath: string) => instancePath.slice(1).replaceAll('/', '.')
