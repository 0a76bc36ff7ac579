import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tier } from './test-tiers.ts'

type Measured = { seconds: number; tier: string; file: string }

const root = join(import.meta.dirname, '..')
/** What each file took when it was last measured: see CONTRIBUTING.md. */
const table = join(import.meta.dirname, 'test-times.txt')
/** A file that was never measured begins early, so that the run does not end with it if it is long. */
const unmeasuredSeconds = 10

/** Those that take most processor time first, so that no core is idle at the end. */
export function longestFirst(files: readonly string[], tier: Tier, measured = timesIn(table)): string[] {
  const seconds = (file: string) =>
    measured.get(`${tier} ${file}`)?.seconds ??
    measured.get(`${tier === 'full' ? 'small' : 'full'} ${file}`)?.seconds ??
    unmeasuredSeconds
  return files.toSorted((a, b) => seconds(b) - seconds(a) || (a < b ? -1 : 1))
}

/** Each file once, as it was measured last; files that are gone go. */
export function tidyTimes(path: string): void {
  const lines = [...timesIn(path).values()]
    .filter(({ file }) => existsSync(join(root, file)) && !file.startsWith('..'))
    .toSorted((a, b) => a.tier.localeCompare(b.tier) || b.seconds - a.seconds || (a.file < b.file ? -1 : 1))
    .map(({ seconds, tier, file }) => `${seconds.toFixed(1)} ${tier} ${file}\n`)
  writeFileSync(path, lines.join(''))
}

export function timesIn(path: string): Map<string, Measured> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const lines = text.split('\n').flatMap((line) => {
    const [seconds = '', tier = '', file = ''] = line.split(' ')
    return file ? [{ seconds: Number(seconds), tier, file }] : []
  })
  return new Map(lines.map((line) => [`${line.tier} ${line.file}`, line]))
}
