import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Where packages come from, as npm on this machine would take them. */
export type Registry = (packageName: string) => { url: string; headers: Record<string, string> }

const npmsOwn = 'https://registry.npmjs.org/'

type Environment = Record<string, string | undefined>

/**
 * Reads npm's configuration in npm's order: the environment, `.npmrc` of the working folder, of the user, of the
 * machine. Of all that npm can be told, it knows the registry, that of a scope, and tokens.
 */
export async function readRegistry(
  env: Environment = process.env,
  { folder = process.cwd(), home = homedir() }: { folder?: string; home?: string } = {},
): Promise<Registry> {
  const paths = [
    join(folder, '.npmrc'),
    settingOf(env, 'userconfig') ?? join(home, '.npmrc'),
    settingOf(env, 'globalconfig') ?? join(dirname(dirname(process.execPath)), 'etc/npmrc'),
  ]
  const files = await Promise.all(paths.map((path) => readNpmrc(path, env)))
  const told = (name: string) =>
    settingOf(env, name) ?? files.find((file) => file.has(name))?.get(name) ?? undefined
  return (packageName) => {
    const scope = packageName.startsWith('@') ? packageName.split('/')[0] : undefined
    const url = (scope && told(`${scope}:registry`)) || told('registry') || npmsOwn
    const base = url.endsWith('/') ? url : `${url}/`
    const token = tokenFor(base, told)
    return { url: base, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }
  }
}

/** A token belongs to the registry whose address it is kept under, and goes nowhere else. */
function tokenFor(base: string, told: (name: string) => string | undefined): string | undefined {
  if (!URL.canParse(base)) return undefined
  const { host, pathname } = new URL(base)
  const parts = pathname.split('/').filter(Boolean)
  for (let length = parts.length; length >= 0; length--) {
    const path = parts
      .slice(0, length)
      .map((part) => `${part}/`)
      .join('')
    const token = told(`//${host}/${path}:_authToken`)
    if (token !== undefined) return token
  }
  return undefined
}

function settingOf(env: Environment, name: string): string | undefined {
  return env[`npm_config_${name}`] || env[`NPM_CONFIG_${name.toUpperCase()}`] || undefined
}

async function readNpmrc(path: string, env: Environment): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const told = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    const plain = value.replace(/^"(.*)"$/, '$1')
    told.set(
      name,
      plain.replaceAll(/\$\{([^}]+)\}/g, (whole, variable) => env[variable] ?? whole),
    )
  }
  return told
}
