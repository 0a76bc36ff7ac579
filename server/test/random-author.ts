import type { Operation, SectionName } from '@portico/contract/operations'
import type { Block, Inline } from '@portico/contract/rich-text'
import fc from 'fast-check'
import { applyOperations, sectionsOf, type Text } from '../core/decision/operations.ts'

export type Choice = { place: number; kind: number; from: number; length: number }

/** Those that only add, and those that do whatever an author may. */
export const additions = fc.record({
  place: fc.nat(4095),
  kind: fc.constant(0),
  from: fc.nat(40),
  length: fc.nat(9),
})
export const choices = fc.record({
  place: fc.nat(4095),
  kind: fc.constantFrom(0, 1, 2, 3, 4, 4, 4),
  from: fc.nat(40),
  length: fc.nat(12),
})

const text = (words: string): Inline[] => (words === '' ? [] : [{ type: 'text', text: words }])
const paragraphOf = (id: string, words: string): Block => ({ type: 'paragraph', id, content: text(words) })

/**
 * An author who does what the numbers say to the text as it is. Every word is new: none is there by chance. Blocks are
 * paragraphs unless `blockOf` makes others.
 */
export function randomAuthor(
  name: string,
  choices: readonly Choice[],
  from: Text,
  blockOf: (
    id: string,
    words: string,
    around: { choice: Choice; section: SectionName },
  ) => Block = paragraphOf,
): Operation[] {
  let current = from
  const operations: Operation[] = []
  for (const [step, choice] of choices.entries()) {
    const { place, kind, from: at, length } = choice
    const sections = sectionsOf(current.content)
    const placed = sections.flatMap(({ section, blocks }) => blocks.map((block) => ({ section, block })))
    const chosen = sections[place % sections.length]!
    const { block: picked, section: its } = placed[(place >> 4) % Math.max(placed.length, 1)] ?? {}
    // A block with a part stays in the sections of issues.
    const isBound = kind === 2 && picked !== undefined && 'part' in picked && chosen.section.part !== 'issue'
    const { section, blocks: inIt } = isBound
      ? sections.find(({ blocks }) => blocks.includes(picked))!
      : chosen
    const after = inIt[at % (inIt.length + 1)]?.id ?? null
    const words = (count: number) => Array.from({ length: count }, (_, n) => `${name}${step}n${n}`).join(' ')
    const block = blockOf(`blk_${name}${step}`, words(6), {
      choice,
      section: its && kind >= 3 ? its : section,
    })
    const made = (): Operation => {
      if (!picked || kind === 0) return { type: 'insertAfter', section, after, block }
      const { id } = picked
      if (kind === 1) return { type: 'remove', blockId: id }
      if (kind === 2) return { type: 'move', blockId: id, section, after: after === id ? null : after }
      if (kind === 3 || picked.type !== 'paragraph')
        return { type: 'replace', blockId: id, block: { ...block, id } }
      const all = picked.content.map((run) => ('text' in run ? run.text : '')).join('')
      const [begin, end] = [Math.min(at, all.length), Math.min(at + length, all.length)]
      return {
        type: 'replaceSpan',
        blockId: id,
        span: { from: begin, to: end },
        content: text(`|${words(2)}|`),
      }
    }
    const operation = made()
    operations.push(operation)
    current = applyOperations(current, [operation])
  }
  return operations
}
