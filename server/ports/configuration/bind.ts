import { isAbsolute, resolve } from 'node:path'
import { portNames } from '@portico/contract/ports/config'
import type { AdapterDefinition } from '@portico/contract/ports/kit'
import { keyOf } from '@portico/contract/ports/signature'
import type { Profile } from '@portico/contract/profile'
import Type, { type TObject, type TSchema } from '@portico/contract/type'
import { didYouMean, oneOf, unknownWord } from '../../core/kernel/known-words.ts'
import { StartFailure } from '../../store/start-failure.ts'
import type { Binding, Bindings } from '../delivery/bindings/binding.ts'
import { faultsOf } from '../delivery/bindings/check-schema.ts'
import type { ServedPort } from '../delivery/bindings/serve-port.ts'
import { faultOfAddresses, hasAddress } from './address-faults.ts'
import { type Configuration, importDefault, reasonOf } from './read-configuration.ts'
import { addressesOutside } from './sandbox.ts'
import { secretOf } from './secrets.ts'

type Options = Record<string, unknown>
type Around = {
  configuration: Configuration
  mode: 'sandbox' | 'deployment'
}

/** What every binding may be told, whatever its adapter. */
const common = Type.Object({
  secret: Type.Optional(Type.String({ minLength: 1, 'x-secret': true })),
  previousSecret: Type.Optional(Type.String({ minLength: 1, 'x-secret': true })),
  privateAddresses: Type.Optional(Type.Boolean()),
  timeoutSeconds: Type.Optional(Type.Number({ minimum: 1, maximum: 600 })),
  concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

const bindingName = /^[a-z][a-z0-9-]{0,39}$/

/** The bindings that a configuration asks for, and the baselines of all other ports; refuses what cannot be. */
export async function bind(
  ports: readonly ServedPort[],
  around: Omit<Around, 'configuration'> & { configuration?: Configuration | undefined },
): Promise<Bindings> {
  const { configuration } = around
  const asked = configuration ? portsIn(configuration, ports) : new Map<string, Map<string, Options>>()
  const bound: Binding[] = []
  for (const served of ports) {
    const given = asked.get(served.port.name)
    if (given && configuration) {
      for (const [name, options] of given)
        bound.push(await bindOne(served, name, options, { ...around, configuration }))
    } else if (typeof served.baseline === 'object') bound.push(baselineOf(served, served.baseline))
  }
  refuseSharedSecrets(bound)
  return {
    all: bound,
    ports,
    find: (port, binding) => bound.find(({ served, name }) => served.port.name === port && name === binding),
  }
}

function baselineOf(served: ServedPort, definition: AdapterDefinition): Binding {
  return {
    served,
    name: 'main',
    definition,
    isBaseline: true,
    options: {},
    settings: {},
    secrets: [],
    mayReachPrivate: false,
    timeoutMs: 30_000,
    concurrency: 8,
  }
}

/** By port and name, what each binding is told. */
function portsIn({ name: file, value }: Configuration, ports: readonly ServedPort[]) {
  if (!isObject(value))
    fail(
      file.endsWith('.json')
        ? `${file} must have an object, like { "ports": { … } }, not ${wordFor(value)}.`
        : `${file} must export its configuration as default: export default defineConfig({ … }).`,
    )
  const { ports: given = {}, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    fail(`${file} has an unknown member: ${unknown}.${didYouMean(unknown, ['ports'])}`)
  if (!isObject(given)) fail(`${file}, ports must be an object, with the binding of each port by its name.`)
  const all = new Map<string, Map<string, Options>>()
  for (const [port, binding] of Object.entries(given)) {
    const where = `${file}, ports.${port}`
    const served = ports.find((one) => one.port.name === port)
    if (!served) fail(`${where}: ${unknownWord('port', port, portNames)}`)
    all.set(port, bindingsIn(where, binding, served.port.many))
  }
  return all
}

function bindingsIn(where: string, given: unknown, isMany: boolean): Map<string, Options> {
  if (!isObject(given)) fail(`${where} must be a binding, { "adapter": … }, or several by name.`)
  if ('adapter' in given) return new Map([['main', given]])
  const named = Object.entries(given)
  if (named.length === 0) fail(`${where} has no binding: leave it out for the baseline.`)
  if (named.length > 1 && !isMany) fail(`${where}: one binding serves this port, not ${named.length}.`)
  for (const [name, binding] of named) {
    if (!bindingName.test(name))
      fail(
        `${where}.${name}: the name of a binding must have only lower-case letters, digits and hyphens, like main.`,
      )
    if (!isObject(binding) || !('adapter' in binding)) fail(`${where}.${name} must name its adapter.`)
  }
  return new Map(named as [string, Options][])
}

const hasCredentials = (value: unknown) => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && (url.username !== '' || url.password !== '')
}

async function bindOne(served: ServedPort, name: string, given: Options, around: Around): Promise<Binding> {
  const { configuration, mode } = around
  const isOnly = name === 'main' && isOnlyOne(configuration.value, served.port.name)
  const place = `ports.${served.port.name}${isOnly ? '' : `.${name}`}`
  const where = `${configuration.name}, ${place}`
  const { adapter, ...options } = given
  const definition = await adapterOf(served, adapter, where, configuration)
  const schemas = [definition.options, served.port.settings, common].filter((one) => one !== undefined)
  refuseUnknownOptions(options, schemas, where)
  const values = resolveSecrets(options, schemas, where, around)
  const own = picked(values, definition.options)
  const settings = served.port.settings ? picked(values, served.port.settings) : {}
  const ours = picked(values, common)
  for (const [schema, value] of [
    [definition.options, own],
    [served.port.settings, settings],
    [common, ours],
  ] as const) {
    const [fault] = schema ? faultsOf(schema, value, { where, member: 'option', inside: where }) : []
    if (fault) fail(fault)
  }
  const telling = Object.entries(own).find(([, value]) => [value].flat().some(hasCredentials))
  if (telling)
    fail(
      `${where}.${telling[0]} has a user name or a password in its URL: secrets do not belong in this file.`,
    )
  const outside = mode === 'sandbox' ? addressesOutside(own, definition.options) : []
  if (outside[0])
    fail(
      `${where}.${outside[0]} is not on this machine: a sandbox binds baselines and loopback addresses only.`,
    )
  const mayReachPrivate = (ours as { privateAddresses?: boolean }).privateAddresses ?? false
  const reach = mode === 'sandbox' ? 'loopback' : mayReachPrivate ? 'private' : 'public'
  if (mayReachPrivate && !hasAddress(definition.options))
    fail(
      `${where}.privateAddresses must be left out: ${definition.name} calls addresses that are not in this file.`,
    )
  const fault = faultOfAddresses(own, definition.options, reach)
  if (fault) fail(`${where}.${fault.option} ${fault.why}.`)
  const { secret, previousSecret, timeoutSeconds, concurrency } = ours as {
    secret?: string
    previousSecret?: string
    timeoutSeconds?: number
    concurrency?: number
  }
  return {
    served,
    name,
    where,
    definition,
    isBaseline: definition === served.baseline,
    options: own,
    settings,
    secrets: [secret, previousSecret].filter((one) => one !== undefined),
    mayReachPrivate,
    timeoutMs: (timeoutSeconds ?? 30) * 1000,
    concurrency: concurrency ?? 8,
  }
}

/** A message is signed for a binding by its secret alone: with one for two, either could be told what the other was. */
function refuseSharedSecrets(bindings: readonly Binding[]) {
  const owners = new Map<string, Binding>()
  for (const binding of bindings)
    for (const secret of binding.secrets) {
      const key = keyOf(secret).toString('base64')
      const owner = owners.get(key) ?? binding
      if (owner !== binding)
        fail(
          `${binding.where}.secret is also the secret of ${owner.where?.split(', ').at(-1)}: give each binding a secret of its own.`,
        )
      owners.set(key, binding)
    }
}

/** What the settings of a binding say in words of the profile is in the one that is in force. */
export function refuseUnknownSettings({ all }: Bindings, profile: Profile) {
  for (const { served, settings, where } of all) {
    const fault = served.faultOfSettings(settings, profile)
    if (fault !== undefined) fail(`${where ?? `ports.${served.port.name}`}.${fault}`)
  }
}

function isOnlyOne(value: unknown, port: string): boolean {
  const given = (value as { ports: Record<string, object> }).ports[port]
  return given !== undefined && 'adapter' in given
}

async function adapterOf(
  served: ServedPort,
  adapter: unknown,
  where: string,
  { folder }: Configuration,
): Promise<AdapterDefinition> {
  if (isObject(adapter)) return checked(adapter, served, `${where}.adapter`)
  if (typeof adapter !== 'string') fail(`${where}.adapter must be the name of an adapter, or a path to one.`)
  if (isAbsolute(adapter) || adapter.startsWith('.')) {
    const definition = await importDefault(resolve(folder, adapter)).catch((error) =>
      fail(`${where}.adapter: ${(error as Error).message}`),
    )
    return checked(definition, served, `${where}.adapter: the default export of ${adapter}`)
  }
  const { baseline } = served
  const own = typeof baseline === 'object' ? baseline : undefined
  if (own && own.name === adapter) return own
  const load = served.adapters[adapter]
  if (!load) {
    const known = [...Object.keys(served.adapters), ...(own ? [own.name] : [])]
    fail(
      `${where}.adapter: there is no adapter ${adapter} for this port; it comes with ${oneOf(known)}, and a path like ./adapter.ts names one of yours.${didYouMean(adapter, known)}`,
    )
  }
  return load().catch((error) => fail(`${where}.adapter: ${adapter} cannot be loaded: ${reasonOf(error)}.`))
}

function checked(value: unknown, { port }: ServedPort, what: string): AdapterDefinition {
  const definition = value as Partial<AdapterDefinition> | undefined
  if (!isObject(definition) || typeof definition.open !== 'function' || !isObject(definition.port))
    fail(`${what} must be an adapter, made by defineAdapter.`)
  const made = definition as AdapterDefinition
  if (made.port.name !== port.name)
    fail(`${what} is an adapter of the port ${made.port.name}, not of ${port.name}.`)
  if (made.port.spec !== port.spec)
    fail(`${what} was written for version ${made.port.spec} of the port; this one has version ${port.spec}.`)
  return made
}

function refuseUnknownOptions(options: Options, schemas: readonly TObject[], where: string) {
  const known = schemas.flatMap(({ properties }) => Object.keys(properties))
  for (const option of Object.keys(options))
    if (!known.includes(option))
      fail(
        `${where} has an unknown option: ${option}.${didYouMean(option, known) || ` It takes ${known.join(', ')}.`}`,
      )
}

function resolveSecrets(
  options: Options,
  schemas: readonly TObject[],
  where: string,
  around: Around,
): Options {
  const { configuration } = around
  const isSecret = (option: string) =>
    schemas.some(
      ({ properties }) => (properties[option] as { 'x-secret'?: boolean } | undefined)?.['x-secret'],
    )
  return Object.fromEntries(
    Object.entries(options).map(([option, value]) => {
      if (!isSecret(option)) return [option, value]
      const found = secretOf(value, configuration)
      if ('fault' in found) fail(`${where}.${option} ${found.fault}.`)
      return [option, found.value]
    }),
  )
}

function picked(values: Options, { properties }: TObject): Options {
  const entries = Object.entries(properties as Record<string, TSchema>).flatMap(([name, schema]) => {
    const value = values[name] ?? (schema as { default?: unknown }).default
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

const wordFor = (value: unknown) =>
  Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fail(sentence: string): never {
  throw new StartFailure(sentence)
}
