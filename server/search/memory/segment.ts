/**
 * Some pages of a case, ready to be searched, in a few flat arrays: about twice the bytes of their text. It is never
 * changed, and goes from thread to thread without being copied.
 */
export type Segment = {
  /** In their order. */
  pages: Int32Array<ArrayBuffer>
  /** Every run of the pages, every word joined over hyphens and every number with its sign or point: sorted. */
  words: string
  wordEnds: Uint32Array<ArrayBuffer>
  /** The pages of each word, as distances. */
  postings: Uint8Array<ArrayBuffer>
  postingEnds: Uint32Array<ArrayBuffer>
  /** The words on most pages; and, for each of them followed by each, the pages that have them so. */
  common: Uint32Array<ArrayBuffer>
  pairs: Uint8Array<ArrayBuffer>
  pairEnds: Uint32Array<ArrayBuffer>
  /**
   * Each page as it is normalised: a run as its word, with the gap before it in the high bits; behind a run the
   * words that begin with it and go on over a hyphen; last what stands behind the last run.
   */
  runs: Uint32Array<ArrayBuffer>
  runEnds: Uint32Array<ArrayBuffer>
  gaps: string[]
  /** Where each run stands in the text: its distance from the run before, and its length. */
  places: Uint8Array<ArrayBuffer>
  texts: Uint8Array<ArrayBuffer>
  textEnds: Uint32Array<ArrayBuffer>
  /** What is unusual about each page. */
  flags: Uint8Array<ArrayBuffer>
}

export const wordBits = 22
export const wordMask = (1 << wordBits) - 1
/** In the place of a word: the end of the page. */
export const endOfPage = wordMask
/** In the place of a gap: no run of its own, but the run before it joined with what follows. */
export const joinedGap = (1 << (32 - wordBits)) - 1

/** The page has no runs here, and is to be verified by its text. */
export const withoutRuns = 1
/** Its runs have no places, and those are to be found in its text. */
export const withoutPlaces = 2
/** Its text is not plain: a character may take several bytes. */
export const withWideText = 4

export function bytesOf(segment: Segment): number {
  const arrays = Object.values(segment).filter((part) => ArrayBuffer.isView(part))
  return arrays.reduce((sum, array) => sum + array.byteLength, 0) + segment.words.length * 2
}

/** What a thread may hand over for good. */
export function buffersOf(segment: Segment): ArrayBuffer[] {
  return Object.values(segment).flatMap((part) =>
    ArrayBuffer.isView(part) ? [part.buffer as ArrayBuffer] : [],
  )
}

export function textOf(segment: Segment, index: number): string {
  const { start, end } = textBytesOf(segment, index)
  return bufferOf(segment).toString('utf8', start, end)
}

/** A part of a text of plain characters. */
export function plainTextOf(segment: Segment, index: number, from: number, to: number): string {
  const { start, end } = textBytesOf(segment, index)
  return bufferOf(segment).toString('latin1', start + from, Math.min(end, start + to))
}

export function textBytesOf({ textEnds }: Segment, index: number): { start: number; end: number } {
  return { start: index === 0 ? 0 : textEnds[index - 1]!, end: textEnds[index]! }
}

const buffers = new WeakMap<Segment, Buffer>()

function bufferOf(segment: Segment): Buffer {
  const { buffer, byteOffset, byteLength } = segment.texts
  const known = buffers.get(segment) ?? Buffer.from(buffer, byteOffset, byteLength)
  buffers.set(segment, known)
  return known
}

/** The run behind a run. */
export function nextRun(runs: Uint32Array, at: number): number {
  let next = at + 1
  while (runs[next]! >>> wordBits === joinedGap) next++
  return next
}

/** The run that a joined word begins with; a run itself otherwise. */
export function runAt(runs: Uint32Array, at: number): number {
  let run = at
  while (runs[run]! >>> wordBits === joinedGap) run--
  return run
}
