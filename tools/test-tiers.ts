import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `small` is `npm test`, `full` is `npm run test:full`. */
export type Tier = 'small' | 'full'

const root = join(import.meta.dirname, '..')

/** The name of a file puts it into the full tier alone; a file with sizes runs in both, and any other in the small one. */
export function tiersOf(file: string, text = readFileSync(join(root, file), 'utf8')): Tier[] {
  if (file.endsWith('.full.test.ts')) return ['full']
  return /from '[./]*(test\/)?size\.ts'/.test(text) ? ['small', 'full'] : ['small']
}
