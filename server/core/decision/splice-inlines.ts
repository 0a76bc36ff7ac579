import type { Inline, TextRun } from '@portico/contract/rich-text'
import type { Static } from '@portico/contract/type'
import { Refusal } from '../kernel/decider.ts'

type Run = Static<typeof TextRun>

const maxRunLength = 50_000
const maxInlines = 2000

/** Replaces a span by `content`. Offsets count UTF-16 units of text; anything else counts as one. */
export function spliceInlines(
  inlines: readonly Inline[],
  { from, to }: { from: number; to: number },
  content: readonly Inline[],
): Inline[] {
  const length = inlines.reduce((total, inline) => total + lengthOf(inline), 0)
  if (from > to || to > length)
    throw new Refusal('invalid', `span must be between 0 and ${length}, with from at most equal to to.`)
  const spliced = joinInlines([...slice(inlines, 0, from), ...content, ...slice(inlines, to, length)])
  if (spliced.length > maxInlines)
    throw new Refusal('invalid', `A block must have at most ${maxInlines} runs, citations and footnotes.`)
  return spliced
}

/** Neighbouring runs with the same marks become one. */
export const joinInlines = (inlines: readonly Inline[]): Inline[] => inlines.reduce(appendInline, [])

export const lengthOf = (inline: Inline) => (inline.type === 'text' ? inline.text.length : 1)

function slice(inlines: readonly Inline[], from: number, to: number): Inline[] {
  const kept: Inline[] = []
  let start = 0
  for (const inline of inlines) {
    const end = start + lengthOf(inline)
    if (end > from && start < to) kept.push(cut(inline, Math.max(from - start, 0), Math.min(to, end) - start))
    start = end
  }
  return kept
}

function cut(inline: Inline, from: number, to: number): Inline {
  if (inline.type !== 'text') return inline
  const { text } = inline
  if (splitsPair(text, from) || splitsPair(text, to))
    throw new Refusal('invalid', 'span must not begin or end inside a character that takes two units.')
  return { ...inline, text: text.slice(from, to) }
}

function splitsPair(text: string, at: number): boolean {
  return (
    at > 0 &&
    at < text.length &&
    isBetween(text, at, 0xdc00, 0xdfff) &&
    isBetween(text, at - 1, 0xd800, 0xdbff)
  )
}

function isBetween(text: string, at: number, min: number, max: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= min && unit <= max
}

function appendInline(result: Inline[], inline: Inline): Inline[] {
  const last = result.at(-1)
  if (last?.type === 'text' && inline.type === 'text' && isJoinable(last, inline))
    result[result.length - 1] = { ...last, text: last.text + inline.text }
  else result.push(inline)
  return result
}

function isJoinable(a: Run, b: Run): boolean {
  const [marks, otherMarks] = [a.marks ?? [], b.marks ?? []]
  return (
    a.text.length + b.text.length <= maxRunLength &&
    marks.length === otherMarks.length &&
    marks.every((mark) => otherMarks.includes(mark))
  )
}
