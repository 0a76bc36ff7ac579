import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const run = promisify(execFile)
const packageFolder = join(import.meta.dirname, 'chromium')

/** The shell is the same engine without windows, tabs and start pages, which would take a share of each core. */
const installed = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
].map((name) => `/usr/bin/${name}`)

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export const noBrowser = 'no Chromium was found and none could be installed; CHROME_PATH may name one'

let found: { path: string | undefined } | undefined

/** Where a Chromium is: named by CHROME_PATH, installed, from npm (x64), or from Debian (as root). */
export async function findBrowser(): Promise<string | undefined> {
  // Kept as a value: a module that awaits a promise of another test file goes on as part of that file's tests.
  found ??= {
    path:
      process.env.CHROME_PATH ||
      ((await firstOf(installed)) ?? (await unpacked()) ?? (await installFromDebian())),
  }
  return found.path
}

/** For a page on a machine that is busy with other things. */
export const patienceMs = 300_000

export async function openBrowser(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...flags, ...more], headless: true })
}

async function unpacked(): Promise<string | undefined> {
  if (process.arch !== 'x64' || process.platform !== 'linux') return undefined
  const entry = join(packageFolder, 'node_modules/@sparticuz/chromium/build/index.js')
  try {
    if (!(await firstOf([entry]))) await run('npm', ['ci'], { cwd: packageFolder })
    const packaged: { default: { executablePath(): Promise<string> } } = await import(entry)
    return await packaged.default.executablePath()
  } catch {
    return undefined
  }
}

async function installFromDebian(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !(await firstOf(['/etc/debian_version']))) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env })
  const install = (name: string) => apt('install', '-y', '--no-install-recommends', name)
  try {
    await apt('update')
    // Older versions of Debian have only the whole browser.
    await install('chromium-headless-shell').catch(() => install('chromium'))
  } catch {
    return undefined
  }
  return firstOf(installed)
}

async function firstOf(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isThere = await access(path, constants.R_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return undefined
}
