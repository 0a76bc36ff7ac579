import { namedSchemas } from '../table.ts'
import { type PortName, portNamed } from './all.ts'
import type { PortDeclaration } from './kit.ts'

const namesBySchema = new Map(
  Object.entries(namedSchemas).map(([name, schema]) => [schema as object, name] as const),
)

/** A port for those who do not write TypeScript: the schemas of its calls and facts, and what is said of them. */
export function schemaOf(name: PortName): object {
  const { title, does, spec, many, supports, calls, hears, tells } = portNamed(name) as PortDeclaration
  const called = Object.entries(calls).map(([call, { mode, does, needs, per, answersBytes }]) => [
    call,
    {
      mode,
      does,
      ...(needs ? { needs } : {}),
      ...(per ? { per } : {}),
      input: { $ref: `#/$defs/${call}.input` },
      ...(answersBytes ? { answersBytes } : { output: { $ref: `#/$defs/${call}.output` } }),
    },
  ])
  const told = Object.entries(tells).map(([fact, { does, needs }]) => [
    fact,
    { does, ...(needs ? { needs } : {}), fact: { $ref: `#/$defs/${fact}` } },
  ])
  const shared = new Map<string, unknown>()
  const ownSchemas = [
    ...Object.entries(calls).flatMap(([call, { input, output, answersBytes }]) => [
      [`${call}.input`, referring(input, shared)],
      ...(answersBytes ? [] : [[`${call}.output`, referring(output, shared)]]),
    ]),
    ...Object.entries(tells).map(([fact, { fact: schema }]) => [fact, referring(schema, shared)]),
  ]
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    description: does,
    'x-port': {
      ...{ name, spec, many, supports, hears },
      calls: Object.fromEntries(called),
      tells: Object.fromEntries(told),
    },
    $defs: Object.fromEntries([
      ...ownSchemas,
      ...[...shared].sort(([one], [other]) => (one < other ? -1 : 1)),
    ]),
  }
}

/** A copy in which what the contract has a name for stands once, in `shared`. */
function referring(schema: unknown, shared: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => referring(one, shared))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = namesBySchema.get(schema)
  const inPlace = () =>
    Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referring(value, shared)]))
  if (name === undefined) return inPlace()
  if (!shared.has(name)) {
    shared.set(name, undefined)
    shared.set(name, inPlace())
  }
  return { $ref: `#/$defs/${name}` }
}
