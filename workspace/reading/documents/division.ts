import type { NewPart, ProposedPart } from '@portico/sdk'

/** A proposed part of a bundle: its first page within the bundle, and the reasons for the proposal. */
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

/** Begins a part at a page, unless one begins there already. */
export function divideAt(parts: readonly Part[], page: number, name: string): Part[] {
  if (parts.some(({ firstPage }) => firstPage === page)) return [...parts]
  return [...parts, { name, firstPage: page, reasons: [] }].toSorted((a, b) => a.firstPage - b.firstPage)
}

/** Joins a part with the one before it. */
export const joined = (parts: readonly Part[], index: number): Part[] =>
  parts.filter((_, other) => other !== index || other === 0)

export const pageCountOf = (parts: readonly Part[], index: number, pages: number): number =>
  (parts[index + 1]?.firstPage ?? pages + 1) - (parts[index]?.firstPage ?? 1)

export const newParts = (parts: readonly Part[], pages: number): NewPart[] =>
  parts.map(({ name, category }, index) => ({
    name: name.trim(),
    pageCount: pageCountOf(parts, index, pages),
    ...(category ? { categories: [category] } : {}),
  }))
