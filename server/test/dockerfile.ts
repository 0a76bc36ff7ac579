import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Instruction = { name: string; text: string }

export const root = join(import.meta.dirname, '../..')

/** The instructions of the Dockerfile, in order. */
export const instructions: Instruction[] = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .split(/\n(?=[A-Z]+ )/)
  .map((line) => {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/s.exec(line.trim()) ?? []
    return { name, text }
  })

/** The text of the first instruction of that name. */
export const instructionOf = (name: string) =>
  instructions.find((instruction) => instruction.name === name)?.text ?? ''
