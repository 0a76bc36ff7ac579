import { resolve } from 'node:path'
import { type Subject, subjectOf } from '@portico/contract/conformance/kit'
import { faultOf } from '@portico/contract/conformance/trial'
import type { AdapterDefinition, PortDeclaration } from '@portico/contract/ports/kit'
import { Refusal } from '../core/kernel/decider.ts'
import { loadSettings } from '../main/settings.ts'
import { importModule } from '../ports/configuration/read-configuration.ts'
import { secretOf } from '../ports/configuration/secrets.ts'
import { jsonAt } from './json-file.ts'

/** What a module of an adapter may export beside it, for the laws that look at the other side. */
type AdapterModule = {
  default?: AdapterDefinition
  effects?: (options: unknown) => Promise<readonly string[]>
  samples?: Subject['samples']
  refused?: Subject['refused']
}

type Found = { name: string; subject: Subject }

export async function adapterAt(
  path: string,
  port: PortDeclaration,
  optionsPath: string | undefined,
): Promise<Found> {
  const {
    default: definition,
    effects,
    samples,
    refused,
  } = (await importModule(resolve(path))) as AdapterModule
  if (typeof definition?.open !== 'function' || typeof definition.port?.name !== 'string')
    throw new Refusal('invalid', `${path} must export an adapter as its default: defineAdapter({ … }).`)
  if (definition.port.name !== port.name)
    throw new Refusal('invalid', `${path} is an adapter of ${definition.port.name}, not of ${port.name}.`)
  const written = optionsPath === undefined ? {} : await jsonAt(optionsPath)
  const options = withSecrets(definition, written)
  const fault = faultOf(definition.options, options, 'options')
  if (fault) throw new Refusal('invalid', `${optionsPath ?? path}: ${fault}`)
  const rest = {
    ...(effects ? { effects: () => effects(options) } : {}),
    ...(samples ? { samples } : {}),
    ...(refused ? { refused } : {}),
  }
  return { name: definition.name, subject: subjectOf(definition, options as never, rest) }
}

/** The adapter that the configuration of this deployment binds, with its options. */
export async function boundAdapter(port: PortDeclaration, name: string): Promise<Found> {
  const [{ bind }, { servedPorts }] = await Promise.all([
    import('../ports/configuration/bind.ts'),
    import('../ports/all.ts'),
  ])
  const { configuration, mode } = await loadSettings(process.env)
  const bindings = await bind(servedPorts, { configuration, mode })
  const bound = bindings.find(port.name, name)
  if (!bound) throw new Refusal('notFound', `The configuration has no binding ${port.name}/${name}.`)
  const { definition, options } = bound
  return { name: definition.name, subject: subjectOf(definition, options as never) }
}

function withSecrets({ options }: AdapterDefinition, written: Record<string, unknown>) {
  const secrets = Object.entries(options.properties).flatMap(([name, schema]) => {
    if (!('x-secret' in schema) || written[name] === undefined) return []
    const found = secretOf(written[name], { env: process.env, folder: process.cwd() })
    if ('fault' in found) throw new Refusal('invalid', `${name} ${found.fault}.`)
    return [[name, found.value]]
  })
  return { ...written, ...Object.fromEntries(secrets) }
}
