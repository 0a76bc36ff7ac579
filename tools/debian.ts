import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const quiet = { encoding: 'utf8' } as const
const policy = '/usr/sbin/policy-rc.d'

/** Which of these packages are not on this machine. */
export function missingPackages(packages: readonly string[]): string[] {
  return packages.filter((name) => {
    const { stdout } = spawnSync('dpkg', ['-s', name], quiet)
    return !/^Status: .* installed$/m.test(stdout ?? '')
  })
}

/** Why this account cannot install packages here, or nothing if it can. */
export function whyNoPackages(): string | undefined {
  if (spawnSync('apt-get', ['--version'], quiet).status !== 0) return 'there is no apt-get on this machine'
  if (process.getuid?.() !== 0) return 'only root may install packages'
  return undefined
}

/** Says what went wrong, or nothing. No service of a package is started: tests start their own. */
export function installPackages(packages: readonly string[]): string | undefined {
  const isPolicyOurs = !existsSync(policy)
  if (isPolicyOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    if (aptGet(['install', '-y', '--no-install-recommends', ...packages]) === undefined) return undefined
    return aptGet(['update']) ?? aptGet(['install', '-y', '--no-install-recommends', ...packages])
  } finally {
    if (isPolicyOurs) rmSync(policy, { force: true })
  }
}

function aptGet(args: readonly string[]): string | undefined {
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=120']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync('apt-get', [...options, ...args], { ...quiet, env })
  if (status === 0) return undefined
  const last = error?.message ?? stderr.trim().split('\n').at(-1)
  return `apt-get ${args[0]} failed: ${last}`
}
