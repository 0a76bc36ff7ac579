import { namedSchemas } from '../table.ts'
import { type PortName, portNamed } from './all.ts'
import * as authoring from './authoring.ts'
import * as caseStatus from './case-status.ts'
import * as conferencing from './conferencing.ts'
import * as correspondence from './correspondence.ts'
import * as documentSource from './document-source.ts'
import * as fields from './fields.ts'
import type { PortDeclaration } from './kit.ts'
import * as kit from './kit.ts'
import * as notifications from './notifications.ts'
import * as output from './output.ts'
import * as partyIdentity from './party-identity.ts'
import * as reporting from './reporting.ts'
import * as scheduling from './scheduling.ts'

const modules: Record<PortName, object> = {
  'document-source': documentSource,
  'party-identity': partyIdentity,
  'case-status': caseStatus,
  scheduling,
  conferencing,
  authoring,
  correspondence,
  notifications,
  output,
  reporting,
}

/** As in OpenAPI, a schema that is exported with a capital has that name: here those of the port come first. */
const namedFor = (port: PortName): [string, object][] =>
  [modules[port], fields, kit, namedSchemas].flatMap((module) =>
    Object.entries(module).filter(
      (entry): entry is [string, object] => /^[A-Z]/.test(entry[0]) && typeof entry[1] === 'object',
    ),
  )

/**
 * The JSON Schema of a port: `$defs` has the input and output of each call, each fact, and each named type once;
 * `x-port` has what the declaration says beside schemas.
 */
export function schemaOf(name: PortName): Record<string, unknown> {
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
  const types = openTypes(name)
  const ownSchemas = [
    ...Object.entries(calls).flatMap(([call, { input, output, answersBytes }]) => [
      [`${call}.input`, types.refer(input)],
      ...(answersBytes ? [] : [[`${call}.output`, types.refer(output)]]),
    ]),
    ...Object.entries(tells).map(([fact, { fact: schema }]) => [fact, types.refer(schema)]),
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
    $defs: Object.fromEntries([...ownSchemas, ...types.definitions()]),
  }
}

/** Replaces named schemas, and optional or described copies of them, by references, and collects their definitions. */
function openTypes(port: PortName) {
  const names = new Map<string, string>()
  const texts = new Map<string, string>()
  for (const [name, schema] of namedFor(port)) {
    const text = textOf(schema)
    if ((texts.get(name) ?? text) !== text)
      throw new Error(`Two schemas that ${port} can refer to are called ${name}.`)
    texts.set(name, text)
    if (!names.has(text)) names.set(text, name)
  }
  const definitions = new Map<string, unknown>()

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer)
    if (typeof schema !== 'object' || schema === null) return schema
    const name = names.get(textOf(schema))
    if (name !== undefined) return reference(name, schema)
    const { description, ...rest } = schema as { description?: string }
    const described = description === undefined ? undefined : names.get(textOf(rest))
    return described === undefined ? inPlace(schema) : { ...reference(described, rest), description }
  }

  function reference(name: string, schema: object) {
    if (!definitions.has(name)) {
      definitions.set(name, undefined)
      definitions.set(name, inPlace(schema))
    }
    return { $ref: `#/$defs/${name}` }
  }

  const inPlace = (schema: object) =>
    Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]))

  return {
    refer,
    definitions: () => [...definitions].sort(([one], [other]) => (one < other ? -1 : 1)),
  }
}

const textOf = (schema: object) => JSON.stringify(schema)
