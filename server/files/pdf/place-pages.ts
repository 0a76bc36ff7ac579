import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { allActiveNames } from './active-names.ts'
import {
  dictionaryEntries,
  type PdfDictionary,
  type Reference,
  scanObject,
  writeValue,
} from './pdf-syntax.ts'
import { UnreadablePdf } from './unreadable.ts'

/** Pages of one PDF that go into another, behind what it has. */
export type PlacePages = {
  /** As our own writers have left it: one table of cross-references, no object streams. */
  from: string
  to: string
  /** How long the other one is, and its first number that is free. */
  at: number
  firstNumber: number
  /** The number of the page tree's root there. */
  treeNumber: number
  /** Nothing active is in it, or no longer: otherwise it is looked for, and such a file is not placed. */
  isHarmless: boolean
  /** What is there already and need not be there twice, by its hash. */
  known: ReadonlyMap<string, number>
  /** What to add to a page, by its place among these pages from 0. */
  annotations: readonly { page: number; annotation: PdfDictionary }[]
}

export type PlacedPages = {
  /** The numbers of the pages, in order, and of the node of the tree that holds them. */
  pages: number[]
  node: number
  /** Where each new object begins, from the first free number on. */
  offsets: number[]
  end: number
  added: [hash: string, number: number][]
}

type Found = {
  number: number
  start: number
  end: number
  /** The text behind `obj`, up to the stream or the end, as Latin-1, and where it ends in the file. */
  text: string
  textEnd: number
  references: Reference[]
  isStream: boolean
}

const headBytes = 2048
const pieceBytes = 1024 * 1024
const smallestShared = 1024
const contentsOf = /\/Contents\s*(\[[^\]]*\]|\d+\s+\d+\s+R)/

/**
 * Gives every object of the one file a new number behind those of the other, and writes it there. Streams are passed
 * on as they are; those that the other file has already, such as a font that was cut out with each part, are not
 * written again.
 */
export function placePages(job: PlacePages): PlacedPages | 'active' {
  const source = openSync(job.from, 'r')
  const target = openSync(job.to, 'r+')
  try {
    return place(source, target, job)
  } catch (error) {
    throw error instanceof SyntaxError ? new UnreadablePdf('damaged', error.message) : error
  } finally {
    closeSync(source)
    closeSync(target)
  }
}

function place(source: number, target: number, job: PlacePages): PlacedPages | 'active' {
  const { objects, root } = readObjects(source)
  if (!job.isHarmless && [...objects.values()].some(({ text }) => mayBeActive(text))) return 'active'
  const object = (number: number): Found => {
    const found = objects.get(number)
    if (!found) throw new SyntaxError('A PDF of ours refers to what it does not have.')
    return found
  }
  const tree = referenceIn(dictionaryEntries(object(root).text).get('/Pages'))
  const treeEntries = dictionaryEntries(object(tree).text)
  const pageNumbers = referencesIn(treeEntries.get('/Kids'))
  if (pageNumbers.length !== Number(treeEntries.get('/Count')))
    throw new SyntaxError('A PDF of ours does not list its pages in one place.')

  const kept = reachable(tree, object, objects)
  // What is drawn on one page only is not worth remembering.
  const contents = new Set(
    pageNumbers.flatMap((number) => referencesIn(contentsOf.exec(object(number).text)?.[0])),
  )
  const numbers = new Map<number, number>()
  const added: [string, number][] = []
  const toWrite: Found[] = []
  let next = job.firstNumber
  const room = Buffer.allocUnsafe(pieceBytes)
  for (const found of kept) {
    const hash = contents.has(found.number) ? undefined : shareableHash(source, found, room)
    const same = hash === undefined ? undefined : job.known.get(hash)
    numbers.set(found.number, same ?? next)
    if (same !== undefined) continue
    if (hash !== undefined) added.push([hash, next])
    toWrite.push(found)
    next += 1
  }

  const writer = openWriter(target, job.at)
  const offsets: number[] = []
  const begin = (number: number) => {
    offsets.push(writer.position())
    writer.text(`${number} 0 obj\n`)
  }
  const renumbered = (text: string, references: readonly Reference[]) => renumber(text, references, numbers)
  const annotationsOf = Map.groupBy(job.annotations, ({ page }) => pageNumbers[page])
  const lateAnnotations: { number: number; annotation: PdfDictionary }[] = []

  for (const found of toWrite) {
    begin(numbers.get(found.number)!)
    const extra = annotationsOf.get(found.number) ?? []
    if (found.number === tree) {
      writer.text(renumberedEntries({ ...Object.fromEntries(treeEntries), '/Parent': undefined }))
      writer.text(`/Parent ${job.treeNumber} 0 R>>\nendobj\n`)
    } else if (extra.length > 0) {
      const page = numbers.get(found.number)!
      const entries = dictionaryEntries(found.text)
      const own = annotsOf(entries.get('/Annots'))
      const references = extra.map(({ annotation }) => {
        const number = next++
        lateAnnotations.push({ number, annotation: { ...annotation, '/P': `${page} 0 R` } })
        return `${number} 0 R`
      })
      writer.text(renumberedEntries({ ...Object.fromEntries(entries), '/Annots': undefined }))
      writer.text(`/Annots[${renumberedText(own)} ${references.join(' ')}]>>\nendobj\n`)
    } else {
      writer.text(renumbered(found.text, found.references))
      writer.copy(source, found.textEnd, found.end)
    }
  }
  for (const { number, annotation } of lateAnnotations) {
    begin(number)
    writer.text(`${writeValue(annotation)}\nendobj\n`)
  }
  return {
    pages: pageNumbers.map((number) => numbers.get(number)!),
    node: numbers.get(tree)!,
    offsets,
    end: writer.finish(),
    added,
  }

  function renumberedText(text: string): string {
    return renumbered(text, scanObject(`${text} endobj`).references)
  }

  /** Without the closing brackets, so that more can follow. */
  function renumberedEntries(entries: Record<string, string | undefined>): string {
    const written = Object.entries(entries).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key} ${renumberedText(value)}`],
    )
    return `<<${written.join('')}`
  }

  function annotsOf(value: string | undefined): string {
    if (value === undefined) return ''
    const text = /^\d/.test(value) ? object(referenceIn(value)).text.trim() : value
    return text.startsWith('[') ? text.slice(1, text.lastIndexOf(']')) : ''
  }
}

const activeName = new RegExp(`(?:${allActiveNames.join('|')})(?![^\\s()<>[\\]{}/%])`)
const otherLink = /\/URI(?!\s*\(\s*(?:https?:|mailto:|www\.))/i

/** By the names in it, also such as are written with escapes, and by addresses that are not of the web. */
function mayBeActive(text: string): boolean {
  const plain = text.includes('#')
    ? text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  return activeName.test(plain) || otherLink.test(plain.replaceAll(/\/S\s*\/URI\b/g, ''))
}

/** What the pages need, in the order of the file; the catalog that stood above them is left behind. */
function reachable(tree: number, object: (number: number) => Found, objects: Map<number, Found>): Found[] {
  const reached = new Set<number>()
  const waiting = [tree]
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (reached.has(number) || !objects.has(number)) continue
    reached.add(number)
    for (const { target } of object(number).references) waiting.push(target)
  }
  return [...objects.values()].filter(({ number }) => reached.has(number))
}

function renumber(text: string, references: readonly Reference[], numbers: ReadonlyMap<number, number>) {
  if (references.length === 0) return text
  let result = ''
  let done = 0
  for (const { start, end, target } of references) {
    const number = numbers.get(target)
    result += `${text.slice(done, start)}${number === undefined ? 'null' : `${number} 0 R`}`
    done = end
  }
  return result + text.slice(done)
}

function readObjects(source: number): { objects: Map<number, Found>; root: number } {
  const { size } = fstatSync(source)
  const tail = read(source, Math.max(0, size - 2048), size).toString('latin1')
  const xrefAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1])
  if (!(xrefAt > 0 && xrefAt < size)) throw new SyntaxError('A PDF of ours has no cross-references.')
  const { places, root } = readXref(read(source, xrefAt, size).toString('latin1'))
  const inOrder = [...places].sort(([, a], [, b]) => a - b)
  const found = inOrder.map(([number, start], index): [number, Found] => {
    const end = inOrder[index + 1]?.[1] ?? xrefAt
    return [number, readObject(source, number, start, end)]
  })
  return { objects: new Map(found), root }
}

function readXref(text: string): { places: Map<number, number>; root: number } {
  const places = new Map<number, number>()
  const trailerAt = text.indexOf('trailer')
  const lines = text.slice(0, trailerAt).split(/[\r\n]+/)
  let next = 0
  for (const line of lines.slice(1)) {
    const section = /^(\d+) (\d+)\s*$/.exec(line)
    if (section) next = Number(section[1])
    const entry = /^(\d{10}) \d{5} ([nf])/.exec(line)
    if (!entry) continue
    if (entry[2] === 'n') places.set(next, Number(entry[1]))
    next += 1
  }
  const root = Number(/\/Root\s+(\d+)\s+\d+\s+R/.exec(text.slice(trailerAt))?.[1])
  if (trailerAt < 0 || !places.has(root)) throw new SyntaxError('A PDF of ours has no catalog.')
  return { places, root }
}

function readObject(source: number, number: number, start: number, end: number): Found {
  const head = read(source, start, Math.min(end, start + headBytes)).toString('latin1')
  const from = head.indexOf('obj') + 3
  const scan = (text: string): Found => {
    const { references, end: textEnd, isStream } = scanObject(text, from)
    const shifted = references.map((found) => ({
      ...found,
      start: found.start - from,
      end: found.end - from,
    }))
    return {
      ...{ number, start, end, isStream },
      text: text.slice(from, textEnd),
      textEnd: start + textEnd,
      references: shifted,
    }
  }
  try {
    return scan(head)
  } catch (error) {
    if (end - start <= headBytes) throw error
    return scan(read(source, start, end).toString('latin1'))
  }
}

/** Of a stream that refers to nothing, and so is the same wherever it stands; scans are hardly ever the same. */
function shareableHash(source: number, found: Found, room: Buffer): string | undefined {
  const { isStream, references, text, textEnd, end } = found
  if (!isStream || references.length > 0 || end - textEnd < smallestShared) return undefined
  if (/\/Subtype\s*\/Image\b/.test(text)) return undefined
  const hash = createHash('sha256').update(text, 'latin1')
  for (let at = textEnd; at < end; at += pieceBytes) {
    const piece = room.subarray(0, Math.min(pieceBytes, end - at))
    readInto(source, piece, at)
    hash.update(piece)
  }
  return hash.digest('base64url')
}

function openWriter(target: number, start: number) {
  const room = Buffer.allocUnsafe(pieceBytes)
  let flushed = start
  let filled = 0
  const flush = () => {
    for (let done = 0; done < filled; ) done += writeSync(target, room, done, filled - done, flushed + done)
    flushed += filled
    filled = 0
  }
  return {
    position: () => flushed + filled,
    text(text: string) {
      for (let done = 0; done < text.length; ) {
        if (filled === room.length) flush()
        const written = room.write(text.slice(done, done + room.length - filled), filled, 'latin1')
        filled += written
        done += written
      }
    },
    copy(source: number, from: number, to: number) {
      for (let at = from; at < to; ) {
        if (filled === room.length) flush()
        const count = readSync(source, room, filled, Math.min(to - at, room.length - filled), at)
        if (count === 0) throw new SyntaxError('A PDF of ours is cut off.')
        filled += count
        at += count
      }
    },
    finish() {
      flush()
      return flushed
    },
  }
}

function read(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from)
  readInto(fd, bytes, from)
  return bytes
}

function readInto(fd: number, bytes: Buffer, from: number): void {
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(fd, bytes, done, bytes.length - done, from + done)
    if (count === 0) throw new SyntaxError('A PDF of ours is cut off.')
    done += count
  }
}

function referencesIn(text: string | undefined): number[] {
  return [...(text ?? '').matchAll(/(\d+)\s+\d+\s+R/g)].map((found) => Number(found[1]))
}

function referenceIn(text: string | undefined): number {
  const [number] = referencesIn(text)
  if (number === undefined) throw new SyntaxError('A PDF of ours lacks a reference.')
  return number
}
