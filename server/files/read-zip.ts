import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { type Entry, open, type ZipFile } from 'yauzl'
import { sealWords } from './sealed-zip.ts'

export class BadZip extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'BadZip'
  }
}

export type ZipEntry = {
  name: string
  bytes: number
  /** Fails with `BadZip` where the bytes are not those that were packed. */
  read(): AsyncGenerator<Buffer, void, undefined>
}

export type OpenedZip = { entries: ZipEntry[]; close(): void }

const mostEntries = 200_000

const openZip = promisify<string, object, ZipFile>(open as never)

/**
 * A ZIP that nobody vouches for. No entry may give more bytes than it says, and what all of them say they take of the
 * file may not be more than the file: so none can be used twice.
 */
export async function readZip(path: string): Promise<OpenedZip> {
  const { size } = await stat(path)
  const zip = await openZip(path, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(
    (error) => {
      throw new BadZip(`It is not a whole ZIP file: ${error.message}.`)
    },
  )
  try {
    const entries = await listEntries(zip)
    const packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
    if (packed > size) throw new BadZip('Its parts overlap.')
    const names = new Set(entries.map(({ fileName }) => fileName))
    if (names.size < entries.length) throw new BadZip('Two of its parts have the same name.')
    return {
      entries: entries.map((entry) => ({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        read: () => readEntry(zip, entry),
      })),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  const listed = Promise.withResolvers<Entry[]>()
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => {
    entries.push(entry)
    if (entries.length > mostEntries) listed.reject(new BadZip(`It has more than ${mostEntries} parts.`))
    else zip.readEntry()
  })
  zip.once('end', () => listed.resolve(entries))
  zip.once('error', (error) => listed.reject(new BadZip(`Its directory cannot be read: ${error.message}.`)))
  zip.readEntry()
  return listed.promise
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void, undefined> {
  let sum = 0
  try {
    const stream = await promisify(zip.openReadStream.bind(zip) as OpenStream)(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    throw new BadZip(`It cannot be unpacked: ${(error as Error).message}. ${placeOf(entry)}`)
  }
  if (sum !== entry.crc32) throw new BadZip(`Its bytes are not those that were packed. ${placeOf(entry)}`)
}

/** Where in the file something was changed, as near as a ZIP can tell. */
function placeOf({ relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength }: Entry): string {
  const headerBytes = 30
  return `It is at bytes ${start} to ${start + headerBytes + fileNameLength + compressedSize}.`
}

type OpenStream = (
  entry: Entry,
  callback: (error: Error | null, stream: NodeJS.ReadableStream) => void,
) => void

/** Whether the hash at the end of a package is that of all before it; undefined where it carries none. */
export async function sealHolds(path: string): Promise<boolean | undefined> {
  const sealBytes = sealWords.length + 64
  const { size } = await stat(path)
  const sealedBytes = size - sealBytes - 2
  if (sealedBytes <= 0) return undefined
  const tail = Buffer.concat(await Array.fromAsync(createReadStream(path, { start: sealedBytes })))
  const comment = tail.subarray(2).toString('latin1')
  if (!comment.startsWith(sealWords)) return undefined
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: sealedBytes - 1 })) hash.update(chunk)
  return tail.readUInt16LE(0) === sealBytes && comment.slice(sealWords.length) === hash.digest('hex')
}
