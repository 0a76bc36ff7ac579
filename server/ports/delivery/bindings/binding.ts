import type { Actor } from '@portico/contract/envelope'
import type { AdapterDefinition } from '@portico/contract/ports/kit'
import type { ServedPort } from './serve-port.ts'

/** A port and the adapter that serves it here, with its options; secrets have their values. */
export type Binding = {
  served: ServedPort
  name: string
  /** How messages call its place in the configuration. */
  where?: string
  definition: AdapterDefinition
  /** Whether the platform does it itself, such as where the configuration says nothing. */
  isBaseline: boolean
  options: Record<string, unknown>
  /** What the port itself lets a binding be told. */
  settings: Readonly<Record<string, unknown>>
  /** What the messages of the other side are signed with, the newest first. */
  secrets: readonly string[]
  mayReachPrivate: boolean
  timeoutMs: number
  concurrency: number
}

export type Bindings = {
  all: readonly Binding[]
  find(port: string, binding: string): Binding | undefined
  /** Every port that the platform serves, whether or not it has a binding. */
  ports: readonly ServedPort[]
}

export const noBindings: Bindings = { all: [], find: () => undefined, ports: [] }

/** The values of all its secrets, those of its adapter included. */
export function secretsOf({ secrets, options, definition }: Binding): string[] {
  const declared = Object.entries(definition.options.properties ?? {})
  const own = declared.flatMap(([name, schema]) => {
    const value = options[name]
    return 'x-secret' in schema && typeof value === 'string' ? [value] : []
  })
  return [...new Set([...secrets, ...own].flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]))]
}

/** Whoever acts when a binding does. */
export function actorOf({ served, name }: Pick<Binding, 'served' | 'name'>): Actor {
  return {
    id: `binding_${served.port.name}_${name}`,
    name: `${served.port.name}/${name}`,
    kind: 'integration',
  }
}
