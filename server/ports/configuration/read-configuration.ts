import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartFailure } from '../../store/start-failure.ts'

/** What a configuration says, before anything of it is believed. */
export type Configuration = {
  /** How messages call the file. */
  name: string
  /** What paths in it are relative to. */
  folder: string
  value: unknown
  /** What its references are looked up in. */
  env: Record<string, string | undefined>
}

const names = ['portico.config.ts', 'portico.config.json']

/** The file that `PORTICO_CONFIG` names, or the one in the working folder; none is fine. */
export async function readConfiguration(
  given: string | undefined,
  env: Record<string, string | undefined>,
  workingFolder = process.cwd(),
): Promise<Configuration | undefined> {
  const path = pathOf(given, workingFolder)
  if (path === undefined) return undefined
  const value = path.endsWith('.json') ? await readJson(path) : await importDefault(path)
  return { name: basename(path), folder: resolve(path, '..'), value, env }
}

function pathOf(given: string | undefined, folder: string): string | undefined {
  if (given) {
    const path = resolve(folder, given)
    if (!existsSync(path)) throw new StartFailure(`PORTICO_CONFIG names ${given}, which does not exist.`)
    if (/\.([cm]?[jt]s|json)$/.test(path)) return path
    throw new StartFailure(`PORTICO_CONFIG must name a .ts or a .json file, not ${given}.`)
  }
  const found = names.map((name) => resolve(folder, name)).filter((path) => existsSync(path))
  if (found.length > 1)
    throw new StartFailure(`There are both ${names.join(' and ')}: keep one, or name one by PORTICO_CONFIG.`)
  return found[0]
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    // What the parser says quotes the file, over several lines.
    const what = (error as Error).message.replace(/(, ".*|, \.\.\.".*| in JSON at position.*)$/s, '')
    throw new StartFailure(`${basename(path)}, line ${faultyLine(text)} is not JSON: ${what}.`)
  }
}

/** The parser does not always say where: it is where the text up to there cannot be the beginning of any JSON. */
function faultyLine(text: string): number {
  let [good, bad] = [0, text.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBeginning(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return text.slice(0, bad).split('\n').length
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    const at = /position (\d+)/.exec(message)?.[1]
    return /^Unexpected end|^Unterminated/.test(message) || at === String(text.length)
  }
}

/** The default export of a file of the deployment: its configuration, or an adapter. */
export async function importDefault(path: string): Promise<unknown> {
  return (await importModule(path)).default
}

export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  resolveOurs()
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>
  } catch (error) {
    const line = lineIn(error, path)
    const place = `${basename(path)}${line === undefined ? '' : `, line ${line},`}`
    throw new StartFailure(`${place} cannot be loaded: ${reasonOf(error)}.`, { cause: error })
  }
}

/** Where in a file an error comes from, if its stack says so. */
function lineIn(error: unknown, path: string): string | undefined {
  const { stack = '' } = (error ?? {}) as { stack?: string }
  const [, after = ''] = stack.replaceAll(pathToFileURL(path).href, path).split(`${path}:`)
  return /^\d+/.exec(after)?.[0]
}

/** Why a file could not be loaded, as a part of a sentence. */
export function reasonOf(error: unknown): string {
  const { code, message = String(error) } = (error ?? {}) as { code?: string; message?: string }
  const missing = /Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1]
  if (code === 'ERR_MODULE_NOT_FOUND' && missing)
    return /^[./]/.test(missing)
      ? `it imports ${missing}, which does not exist`
      : `it needs the package ${missing}, which is not installed: npm install ${missing}`
  return (message.split('\n').find((line) => line.trim() !== '') ?? 'it failed').replace(/\.$/, '')
}

let areOursResolved = false

/** A file outside of any package may import the contract too, for `defineConfig` and `defineAdapter`. */
function resolveOurs() {
  if (areOursResolved) return
  areOursResolved = true
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('@portico/contract')) return next(specifier, context)
      try {
        return next(specifier, context)
      } catch {
        return next(specifier, { ...context, parentURL: import.meta.url })
      }
    },
  })
}
