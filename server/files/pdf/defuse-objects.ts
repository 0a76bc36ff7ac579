import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import {
  activeActions,
  activeAnnotations,
  activeKeys,
  allActiveNames,
  embeddedFile,
  isHarmlessLink,
} from './active-names.ts'
import type { PdfDictionary, PdfValue } from './pdf-syntax.ts'
import { UnreadablePdf } from './unreadable.ts'

type ObjectEntry = { value: PdfValue } | { stream: { dict: PdfDictionary } }

const mostJsonBytes = 1024 ** 3
const mostChangedObjects = 200_000

const mayHold = new RegExp(`"(?:${[...allActiveNames, '/URI'].join('|')})"`)

/**
 * Reads a file's objects as qpdf wrote them, one after the other, and writes those that must change so that
 * nothing active is left. Answers how many they are; none, and nothing is written.
 */
export async function writeDefusal(objectsPath: string, updatePath: string): Promise<number> {
  if ((await stat(objectsPath)).size > mostJsonBytes) throw new UnreadablePdf('tooLarge')
  const changed: Record<string, ObjectEntry> = {}
  let count = 0
  let lastId = 0
  for await (const { key, json } of entriesOf(objectsPath)) {
    lastId = Math.max(lastId, Number.parseInt(key.slice('obj:'.length), 10) || 0)
    if (!mayHold.test(json)) continue
    const entry = JSON.parse(json) as ObjectEntry
    const harmless = defusedEntry(entry)
    if (JSON.stringify(harmless) === JSON.stringify(entry)) continue
    changed[key] = harmless
    count += 1
    if (count > mostChangedObjects) throw new UnreadablePdf('tooLarge')
  }
  if (count === 0) return 0
  const header = {
    jsonversion: 2,
    pushedinheritedpageresources: false,
    calledgetallpages: false,
    maxobjectid: lastId,
  }
  await writeFile(updatePath, JSON.stringify({ qpdf: [header, changed] }))
  return count
}

/** qpdf gives each object lines of its own, at one depth; no string holds a line's end. */
async function* entriesOf(path: string): AsyncGenerator<{ key: string; json: string }> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  let key: string | undefined
  let parts: string[] = []
  for await (const line of lines) {
    const [, opened] = /^ {6}"(obj:\d+ \d+ R|trailer)": \{$/.exec(line) ?? []
    if (opened) {
      key = opened
      parts = ['{']
    } else if (key && /^ {6}\},?$/.test(line)) {
      yield { key, json: `${parts.join('\n')}\n}` }
      key = undefined
    } else if (key) parts.push(line)
  }
}

function defusedEntry(entry: ObjectEntry): ObjectEntry {
  if (!('stream' in entry)) return { value: defused(entry.value) }
  const dict = defused(entry.stream.dict)
  if (entry.stream.dict['/Type'] === embeddedFile || !isDictionary(dict)) return { value: null }
  return { stream: { dict } }
}

function defused(value: PdfValue): PdfValue {
  if (Array.isArray(value)) return value.map(defused)
  if (!isDictionary(value)) return isActiveName(value) ? null : value
  if (isActiveAction(value)) return null
  const kept = Object.entries(value).filter(([key]) => !activeKeys.has(key))
  const result = Object.fromEntries(
    kept.map(([key, inner]) => [key, key === '/Subtype' ? inner : defused(inner)]),
  )
  if (isActiveAnnotation(value)) {
    // A stamp shows the same picture and carries nothing.
    for (const key of ['/FS', '/Movie', '/Sound', '/3DD', '/3DV', '/A', '/AA', '/MK']) delete result[key]
    result['/Subtype'] = '/Stamp'
  }
  return result
}

/** A name may be an object of its own, and mean an action wherever it is used. */
function isActiveName(value: PdfValue): boolean {
  return typeof value === 'string' && (activeActions.has(value) || activeAnnotations.has(value))
}

function isActiveAction(dictionary: PdfDictionary): boolean {
  const type = dictionary['/S']
  if (typeof type === 'string' && activeActions.has(type)) return true
  if (!('/URI' in dictionary)) return false
  const address = dictionary['/URI']
  if (isDictionary(address ?? null)) return false
  return typeof address !== 'string' || !address.startsWith('u:') || !isHarmlessLink(address.slice(2).trim())
}

function isActiveAnnotation(dictionary: PdfDictionary): boolean {
  const subtype = dictionary['/Subtype']
  return typeof subtype === 'string' && activeAnnotations.has(subtype)
}

function isDictionary(value: PdfValue): value is PdfDictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
