import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * npm leaves binaries of other platforms out of the lockfile where the registry it asks does not have them, and
 * `npm ci` then refuses the file. This puts them back by name, version and platform. It also takes `engines` away:
 * npm holds them against the Node that runs npm, while the packages run on the Node that they come with.
 * `npx node tools/complete-lockfile.ts`
 */
export type Lockfile = { packages: Record<string, LockedPackage> }

type LockedPackage = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  engines?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const root = join(import.meta.dirname, '..')
export const lockfilePath = join(root, 'package-lock.json')
/** The bench has packages of its own. */
export const benchLockfilePath = join(root, 'bench/package-lock.json')

const systems: Record<string, string> = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
}
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Optional packages that something in the lockfile wants and that the lockfile does not have. */
export function missingPackages({ packages }: Lockfile): { name: string; entry: LockedPackage }[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesFor(path, name).some((place) => place in packages))
      .map(([name, version]) => ({
        name,
        entry: { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true },
      })),
  )
}

/** Installed packages that say which Node they want. */
export function withEngines({ packages }: Lockfile): string[] {
  return Object.keys(packages).filter((path) => path.includes('node_modules/') && packages[path]?.engines)
}

/** Where Node would look for it, from the nearest folder up. */
function placesFor(path: string, name: string): string[] {
  const folders = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
  return ['', ...folders].map((folder) =>
    folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`,
  )
}

function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/)
  const os = words.map((word) => systems[word]).find(Boolean)
  const cpu = words.find((word) => processors.includes(word))
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu')) && 'glibc'
  return {
    ...(os ? { os: [os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc && os === 'linux' ? { libc: [libc] } : {}),
  }
}

export function readLockfile(path = lockfilePath): Lockfile {
  return JSON.parse(readFileSync(path, 'utf8')) as Lockfile
}

if (import.meta.main) {
  for (const path of [lockfilePath, benchLockfilePath]) {
    const lockfile = readLockfile(path)
    const missing = missingPackages(lockfile)
    for (const { name, entry } of missing) lockfile.packages[`node_modules/${name}`] = entry
    for (const one of withEngines(lockfile)) delete lockfile.packages[one]!.engines
    const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(path, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
    console.log(`${missing.length} packages of other platforms were added to ${relative(root, path)}.`)
  }
}
