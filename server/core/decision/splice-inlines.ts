import type { Inline, TextRun } from '@portico/contract/rich-text'
import type { Static } from '@portico/contract/type'
import { Refusal } from '../kernel/decider.ts'

type Run = Static<typeof TextRun>

const longestRun = 50_000
const mostInlines = 2000

/** Puts `content` in the place of a span. Offsets count UTF-16 units of text; anything else counts as one. */
export function spliceInlines(
  inlines: readonly Inline[],
  { from, to }: { from: number; to: number },
  content: readonly Inline[],
): Inline[] {
  const length = inlines.reduce((total, inline) => total + lengthOf(inline), 0)
  if (from > to || to > length)
    throw new Refusal('invalid', `span must lie between 0 and ${length}, and not end before it begins.`)
  const spliced = joinInlines([...slice(inlines, 0, from), ...content, ...slice(inlines, to, length)])
  if (spliced.length > mostInlines)
    throw new Refusal('invalid', `A block holds at most ${mostInlines} runs, citations and footnotes.`)
  return spliced
}

/** Neighbouring runs with the same marks become one. */
export const joinInlines = (inlines: readonly Inline[]): Inline[] => inlines.reduce(joined, [])

export const lengthOf = (inline: Inline) => (inline.type === 'text' ? inline.text.length : 1)

function slice(inlines: readonly Inline[], from: number, to: number): Inline[] {
  const kept: Inline[] = []
  let at = 0
  for (const inline of inlines) {
    const end = at + lengthOf(inline)
    if (end > from && at < to) kept.push(cut(inline, Math.max(from - at, 0), Math.min(to, end) - at))
    at = end
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

function isBetween(text: string, at: number, least: number, most: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= least && unit <= most
}

function joined(done: Inline[], inline: Inline): Inline[] {
  const last = done.at(-1)
  if (last?.type === 'text' && inline.type === 'text' && isJoinable(last, inline))
    done[done.length - 1] = { ...last, text: last.text + inline.text }
  else done.push(inline)
  return done
}

function isJoinable(one: Run, other: Run): boolean {
  const [marks, otherMarks] = [one.marks ?? [], other.marks ?? []]
  return (
    one.text.length + other.text.length <= longestRun &&
    marks.length === otherMarks.length &&
    marks.every((mark) => otherMarks.includes(mark))
  )
}
