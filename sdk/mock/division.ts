import type { ProposedPart } from '../types.ts'

/** By footers like “Page 1 of 4” alone. */
export function proposedParts(pages: readonly string[], name: string): ProposedPart[] {
  const starts = pages.flatMap((text, index) => {
    const footer = /page 1 of \d+/i.exec(text)?.[0]
    return footer === undefined && index > 0 ? [] : [{ index, text, footer }]
  })
  return starts.map(({ index, text, footer }, place) => ({
    name: text.split('\n', 1)[0]?.trim() || name,
    firstPage: index + 1,
    pageCount: (starts[place + 1]?.index ?? pages.length) - index,
    reasons: footer === undefined ? ['The file begins here'] : [`“${footer}” begins here`],
    confidence: footer === undefined ? 1 : 0.9,
  }))
}
