import { type PageOwners, stretchesOf } from '../page-owners.ts'

/** A bit for each page of a case. */
export type PageSet = Uint32Array

export function noPages(lastPage: number): PageSet {
  return new Uint32Array((lastPage >>> 5) + 1)
}

const known = new WeakMap<PageOwners, { lastPage: number; set: PageSet }>()

/** The pages of these documents, up to the last: made once for a list of them, and not to be changed. */
export function pagesOf(owners: PageOwners, lastPage: number): PageSet {
  const last = known.get(owners)
  if (last?.lastPage === lastPage) return last.set
  const set = noPages(lastPage)
  for (const { start, end } of stretchesOf(owners)) addStretch(set, start, Math.min(end, lastPage))
  known.set(owners, { lastPage, set })
  return set
}

function addStretch(set: PageSet, start: number, end: number) {
  for (let page = start; page <= end; ) {
    if ((page & 31) === 0 && page + 31 <= end) {
      set[page >>> 5] = 0xffffffff
      page += 32
    } else {
      addPage(set, page)
      page++
    }
  }
}

export function addPage(set: PageSet, page: number) {
  set[page >>> 5]! |= 1 << (page & 31)
}

export function hasPage(set: PageSet, page: number): boolean {
  return (set[page >>> 5]! & (1 << (page & 31))) !== 0
}

export function addAll(set: PageSet, other: PageSet) {
  for (let at = 0; at < set.length; at++) set[at]! |= other[at]!
}

export function keepOnly(set: PageSet, other: PageSet) {
  for (let at = 0; at < set.length; at++) set[at]! &= other[at]!
}

export function removeAll(set: PageSet, other: PageSet) {
  for (let at = 0; at < set.length; at++) set[at]! &= ~other[at]!
}

export function countPages(set: PageSet): number {
  let count = 0
  for (let at = 0; at < set.length; at++) count += bitCount(set[at]!)
  return count
}

/** The first page of the set behind another, or undefined. */
export function nextPage(set: PageSet, after: number): number | undefined {
  let at = (after + 1) >>> 5
  if (at >= set.length) return undefined
  let bits = set[at]! & (0xffffffff << ((after + 1) & 31))
  while (bits === 0) {
    at++
    if (at >= set.length) return undefined
    bits = set[at]!
  }
  return (at << 5) + 31 - Math.clz32(bits & -bits)
}

export function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
