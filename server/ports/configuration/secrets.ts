import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

type Environment = Record<string, string | undefined>

/** The value that a reference stands for, or what is wrong with it, to be said of its place. */
export function secretOf(
  reference: unknown,
  { env, folder }: { env: Environment; folder: string },
): { value: string } | { fault: string } {
  if (!isObject(reference))
    return {
      fault:
        'must be a reference, { "env": "NAME" } or { "file": "path" }: secrets do not belong in this file',
    }
  const { env: name, file, ...others } = reference
  if (Object.keys(others).length > 0 || (typeof name === 'string') === (typeof file === 'string'))
    return { fault: 'must be either { "env": "NAME" } or { "file": "path" }' }
  if (typeof name === 'string') {
    const value = env[name]
    return value ? { value } : { fault: `refers to the environment variable ${name}, which is not set` }
  }
  return fileSecret(resolve(folder, file as string))
}

function fileSecret(path: string): { value: string } | { fault: string } {
  try {
    const others = statSync(path).mode & 0o077
    if (others !== 0)
      return {
        fault: `refers to ${path}, which others can read: make it readable by its owner only (chmod 600)`,
      }
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return value === '' ? { fault: `refers to ${path}, which is empty` } : { value }
  } catch (error) {
    return { fault: `refers to ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}

/** The names of the environment that a configuration refers to anywhere. */
export function environmentNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(environmentNames)
  if (!isObject(value)) return []
  const { env, ...others } = value
  if (typeof env === 'string' && Object.keys(others).length === 0) return [env]
  // An adapter that is given as such is code, and not configuration.
  return Object.entries(value).flatMap(([key, inside]) => (key === 'adapter' ? [] : environmentNames(inside)))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
