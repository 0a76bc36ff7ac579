import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Subject, subjectOf } from '@portico/contract/conformance/kit'
import { faultOf } from '@portico/contract/conformance/trial'
import type { AdapterDefinition, PortDeclaration, SecretRef } from '@portico/contract/ports/kit'
import { Refusal } from '../core/kernel/decider.ts'
import { jsonAt } from './json-file.ts'

/** What a module of an adapter may export beside it, for the laws that look at the other side. */
type AdapterModule = {
  default?: AdapterDefinition
  effects?: (options: unknown) => Promise<readonly string[]>
  samples?: Subject['samples']
  refused?: Subject['refused']
}

export async function adapterAt(path: string, port: PortDeclaration, optionsPath: string | undefined) {
  const module = await load(path)
  const { default: definition, effects, samples, refused } = module
  if (typeof definition?.open !== 'function' || typeof definition.port?.name !== 'string')
    throw new Refusal('invalid', `${path} must export an adapter as its default: defineAdapter({ … }).`)
  if (definition.port.name !== port.name)
    throw new Refusal('invalid', `${path} is an adapter of ${definition.port.name}, not of ${port.name}.`)
  const written = optionsPath === undefined ? {} : await jsonAt(optionsPath)
  const options = await withSecrets(definition, written)
  const fault = faultOf(definition.options, options, 'options')
  if (fault) throw new Refusal('invalid', `${optionsPath ?? path}: ${fault}`)
  const rest = {
    ...(effects ? { effects: () => effects(options) } : {}),
    ...(samples ? { samples } : {}),
    ...(refused ? { refused } : {}),
  }
  return { name: definition.name, subject: subjectOf(definition, options as never, rest) }
}

/** An adapter may be written in any folder: what it imports of the contract is found beside this command. */
async function load(path: string): Promise<AdapterModule> {
  registerHooks({
    resolve(specifier, context, next) {
      const isOurs = specifier.startsWith('@portico/contract/')
      return next(specifier, isOurs ? { ...context, parentURL: import.meta.url } : context)
    },
  })
  return import(pathToFileURL(resolve(path)).href).catch((error: Error) => {
    throw new Refusal('invalid', `${path} cannot be loaded: ${error.message}`)
  })
}

async function withSecrets({ options }: AdapterDefinition, written: Record<string, unknown>) {
  const filled = { ...written }
  for (const [name, schema] of Object.entries(options.properties)) {
    const value = written[name]
    if (!('x-secret' in schema) || value === undefined) continue
    filled[name] = await secretOf(name, value as SecretRef)
  }
  return filled
}

async function secretOf(name: string, value: SecretRef): Promise<string> {
  if ('env' in Object(value)) {
    const { env } = value as { env: string }
    const found = process.env[env]
    if (!found) throw new Refusal('invalid', `${name}: the variable ${env} is not set.`)
    return found
  }
  if ('file' in Object(value)) {
    const { file } = value as { file: string }
    return (
      await readFile(file, 'utf8').catch(() => {
        throw new Refusal('invalid', `${name}: the file ${file} cannot be read.`)
      })
    ).trimEnd()
  }
  throw new Refusal('invalid', `${name} is a secret: write { "env": "NAME" } or { "file": "/path" }.`)
}
