import type { NewPart, ProposedPart } from '@portico/sdk'

/** A part of a bundle as it is being settled: where it begins within the bundle, and why it seems to. */
export type Part = {
  name: string
  firstPage: number
  category?: string | undefined
  reasons: readonly string[]
}

export function partsOf(proposed: readonly ProposedPart[], name: string): Part[] {
  if (proposed.length === 0) return [{ name, firstPage: 1, reasons: [] }]
  return proposed.map(({ name, firstPage, category, reasons }) => ({ name, firstPage, category, reasons }))
}

/** One more part from a page on; one that begins there already stays as it is. */
export function divideAt(parts: readonly Part[], page: number, name: string): Part[] {
  if (parts.some(({ firstPage }) => firstPage === page)) return [...parts]
  return [...parts, { name, firstPage: page, reasons: [] }].toSorted((a, b) => a.firstPage - b.firstPage)
}

/** The pages of a part go to the one before it. */
export const joined = (parts: readonly Part[], index: number): Part[] =>
  parts.filter((_, at) => at !== index || at === 0)

export const pageCountOf = (parts: readonly Part[], index: number, pages: number): number =>
  (parts[index + 1]?.firstPage ?? pages + 1) - (parts[index]?.firstPage ?? 1)

export const newParts = (parts: readonly Part[], pages: number): NewPart[] =>
  parts.map(({ name, category }, index) => ({
    name: name.trim(),
    pageCount: pageCountOf(parts, index, pages),
    ...(category ? { categories: [category] } : {}),
  }))
