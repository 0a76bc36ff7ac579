import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The code of one part of the repository, in lines that are not blank. */
export type PartSize = { part: string; files: number; lines: number; testLines: number }

const root = join(import.meta.dirname, '..')

export const parts = [
  'contract',
  'server/core',
  'server/profile',
  'server/store',
  'server/projections',
  'server/files',
  'server/search',
  'server/auth',
  'server/app',
  'server/jobs',
  'server/ports',
  'server/http',
  'server/synth',
  'server/test',
  'sdk',
  'workspace',
  'bench',
  'tools',
] as const

export function sizeOf(part: string): PartSize {
  const paths = globSync(`${part}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|generated|chromium)(\/|$)/.test(path),
  })
  const isTest = (path: string) => /\.test\.tsx?$|(^|\/)test\//.test(path)
  const linesIn = (chosen: readonly string[]) =>
    chosen.reduce((sum, path) => sum + linesOf(readFileSync(join(root, path), 'utf8')), 0)
  const tests = paths.filter(isTest)
  const own = paths.filter((path) => !isTest(path))
  return { part, files: own.length, lines: linesIn(own), testLines: linesIn(tests) }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length

const inHundreds = (lines: number) => (Math.round(lines / 100) * 100).toLocaleString('en-US')

/** The rows of the table in ARCHITECTURE.md. */
export const tableOf = (sizes: readonly PartSize[]): string[] =>
  sizes.map(
    ({ part, files, lines, testLines }) =>
      `| \`${part}/\` | ${files} | ${inHundreds(lines)} | ${inHundreds(testLines)} |`,
  )

if (import.meta.main) for (const row of tableOf(parts.map(sizeOf))) console.log(row)
