import { type PortName, portNamed } from './all.ts'
import type { PortDeclaration } from './kit.ts'

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
      ...Object.entries(calls).flatMap(([call, { input, output, answersBytes }]) => [
        [`${call}.input`, input],
        ...(answersBytes ? [] : [[`${call}.output`, output]]),
      ]),
      ...Object.entries(tells).map(([fact, { fact: schema }]) => [fact, schema]),
    ]),
  }
}
